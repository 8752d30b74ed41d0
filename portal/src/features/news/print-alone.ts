const mark = "data-around-print"

/**
 * A ref: marks the elements around this one while it is shown, so that a style sheet for paper can hide them. `:has`
 * would do it alone, in browsers that have it.
 */
export function printAlone(element: HTMLElement | null): () => void {
  const around: Element[] = []
  for (let above = element?.parentElement; above; above = above.parentElement) around.push(above)
  for (const one of around) one.setAttribute(mark, "")
  return () => {
    for (const one of around) one.removeAttribute(mark)
  }
}
