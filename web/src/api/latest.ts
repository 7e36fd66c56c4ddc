/**
 * Handle the result of a promise until the returned function is called; as a cleanup of an effect it drops outdated
 * results.
 */
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
