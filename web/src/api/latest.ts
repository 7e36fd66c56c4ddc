/** Hears an answer, until told not to listen any more: what an effect returns, so that no late answer replaces a newer one. */
export function latest<Answer>(
  answer: Promise<Answer>,
  found: (answer: Answer) => void,
  failed: (error: unknown) => void = () => undefined,
): () => void {
  let listening = true
  answer.then(
    (told) => {
      if (listening) found(told)
    },
    (error: unknown) => {
      if (listening) failed(error)
    },
  )
  return () => {
    listening = false
  }
}
