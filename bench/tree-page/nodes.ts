import type { BenchNode } from "./tree-under-test.ts"

/** One root and three levels below it, each node with as many children as the next. */
export function nodesOf(size: number): BenchNode[] {
  const width = Math.ceil(Math.cbrt(size))
  let count = 0
  function node(label: string, prefix: string, levels: readonly string[]): BenchNode {
    const key = `8${String(count++).padStart(11, "0")}`
    const children: BenchNode[] = []
    const [level, ...below] = levels
    const most = level === undefined ? 0 : width
    for (let at = 1; at <= most && count < size; at++) {
      const words = `${prefix}${at}${level}`
      children.push(node(words, words, below))
    }
    return { key, label, children }
  }
  const whole = [node("全部", "", ["楼", "层", "室"])]
  // As it comes from a server: strings that stand alone, objects of one shape.
  return JSON.parse(JSON.stringify(whole)) as BenchNode[]
}

export function parentKeys(nodes: readonly BenchNode[]): string[] {
  return nodes.flatMap(({ key, children }) => (children.length > 0 ? [key, ...parentKeys(children)] : []))
}
