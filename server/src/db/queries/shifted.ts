/** The order after one of them and its neighbour have changed places; null: there is no neighbour on that side. */
export function shifted<Key>(order: readonly Key[], key: Key, by: "up" | "down"): Key[] | null {
  const at = order.indexOf(key)
  const to = at + (by === "up" ? -1 : 1)
  const neighbour = order[to]
  if (at < 0 || neighbour === undefined) return null
  return order.map((each, place) => (place === at ? neighbour : place === to ? key : each))
}
