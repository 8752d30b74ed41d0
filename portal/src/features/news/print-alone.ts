const mark = "data-around-print"

/**
 * A ref: what is around this element is marked while it is shown, so that a style sheet for paper can leave out everything else. `:has`
 * would do it alone, in browsers that know it.
 */
export function printAlone(element: HTMLElement | null): () => void {
  const around: Element[] = []
  for (let above = element?.parentElement; above; above = above.parentElement) around.push(above)
  for (const one of around) one.setAttribute(mark, "")
  return () => {
    for (const one of around) one.removeAttribute(mark)
  }
}
