/** The server refused; its message says what would be right. */
export class Refused extends Error {
  override name = 'Refused'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = null,
    /** How many seconds to wait before trying again, if the server said so. */
    readonly wait: number | null = null,
  ) {
    super(message)
  }

  /** The same request may be sent again as it is. */
  get passing(): boolean {
    return this.status === 429 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** The server could not be reached; nobody knows whether the request arrived. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}
