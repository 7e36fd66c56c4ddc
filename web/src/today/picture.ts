/** The result of a day as a picture, drawn on this device. */
import type { ResultOfDay } from '~/api/shapes.ts'

const SIDE = 1080
/** The position of the first line below the points, and the line height. */
const [BELOW, APART] = [540, 84]
const MARGIN = 96

/** The picture as PNG; null if the browser cannot draw it. */
export async function drawn(found: ResultOfDay, accent: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  const [points = '', ...rest] = found.words
  canvas.width = SIDE
  canvas.height = BELOW + APART * rest.length + MARGIN
  const pen = canvas.getContext('2d')
  if (!pen) return null
  await document.fonts.ready
  pen.fillStyle = accent
  pen.fillRect(0, 0, SIDE, canvas.height)
  paper(pen)
  pen.fillStyle = '#23201a'
  pen.textAlign = 'center'
  write(pen, found.title, 210, '700 48px Printed, sans-serif')
  write(pen, points, 400, '400 150px Written, cursive')
  rest.forEach((line, at) => write(pen, line, BELOW + APART * at, '500 44px Printed, sans-serif'))
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Draw a sheet with a torn edge at the top, as at the table. */
function paper(pen: CanvasRenderingContext2D): void {
  const [left, right, top, bottom] = [MARGIN / 2, SIDE - MARGIN / 2, MARGIN, pen.canvas.height - MARGIN / 2]
  pen.fillStyle = '#fffaee'
  pen.beginPath()
  pen.moveTo(left, bottom)
  pen.lineTo(left, top)
  for (let x = left, at = 0; x < right; x += 18, at += 1) pen.lineTo(x, top + (at % 2) * 9)
  pen.lineTo(right, top)
  pen.lineTo(right, bottom)
  pen.fill()
}

/** Draw a centred line, smaller if it would not fit. */
function write(pen: CanvasRenderingContext2D, line: string, y: number, font: string): void {
  pen.font = font
  pen.fillText(line, SIDE / 2, y, SIDE - 2 * MARGIN)
}
