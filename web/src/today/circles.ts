/** The circles whose links were opened on this device, newest last; the server has no such list. */
import { read, write } from '~/app/storage.ts'

export interface Circle {
  /** The ticket behind # of the link. */
  ticket: string
  name: string
}

const [KEPT, LOOKED] = ['circles', 'circle']

export function circles(): Circle[] {
  return (read(KEPT) as Circle[] | null) ?? []
}

/** Store a circle, with its present name. */
export function keepCircle(circle: Circle): void {
  write(KEPT, [...circles().filter(({ ticket }) => ticket !== circle.ticket), circle])
}

/** The ticket of the circle that was last shown; empty for everybody's board. */
export function lastCircle(): string {
  const last = read(LOOKED)
  return circles().some(({ ticket }) => ticket === last) ? String(last) : ''
}

export function lookAt(ticket: string): void {
  write(LOOKED, ticket)
}

export function dropCircle(ticket: string): void {
  write(
    KEPT,
    circles().filter((one) => one.ticket !== ticket),
  )
}
