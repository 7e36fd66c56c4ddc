/** The circles whose links were opened here, newest last: only this device knows them all. */
import { read, write } from '~/app/storage.ts'

export interface Circle {
  /** What the link has behind #. */
  ticket: string
  name: string
}

const [KEPT, LOOKED] = ['circles', 'circle']

export function circles(): Circle[] {
  return (read(KEPT) as Circle[] | null) ?? []
}

/** Keep a circle, under the name that it has now. */
export function keepCircle(circle: Circle): void {
  write(KEPT, [...circles().filter(({ ticket }) => ticket !== circle.ticket), circle])
}

/** The circle that was looked at last, by its ticket; nothing for everybody's board. */
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
