/** Small things kept on this device. Storage may be full or forbidden; then they last as long as the page. */
const PREFIX = 'knobel.'

export function read(name: string): unknown {
  try {
    const found = localStorage.getItem(PREFIX + name)
    return found === null ? null : (JSON.parse(found) as unknown)
  } catch {
    return null
  }
}

export function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Nothing depends on it.
  }
}

/** Forget what is kept under this name. */
export function drop(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Then there is nothing to forget.
  }
}

/** The names that begin like this and have something kept under them. */
export function names(beginning: string): string[] {
  try {
    const found = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning))
    return found.map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Hear of it when another window keeps something else under this name. */
export function heed(name: string, act: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === PREFIX + name) act()
  })
}
