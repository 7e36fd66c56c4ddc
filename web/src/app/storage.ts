/** Small values in local storage. It may be full or forbidden; they last as long as the page then. */
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

/** Delete the value with this name. */
export function drop(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // There is nothing to delete then.
  }
}

/** The names of stored values with this prefix. */
export function names(beginning: string): string[] {
  try {
    const found = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX + beginning))
    return found.map((key) => key.slice(PREFIX.length))
  } catch {
    return []
  }
}

/** Call a function when another window changes the value with this name. */
export function heed(name: string, act: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === PREFIX + name) act()
  })
}
