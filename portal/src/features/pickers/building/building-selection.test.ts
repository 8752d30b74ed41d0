import fc from "fast-check"
import { expect, test } from "vitest"
import { childrenWanted } from "./building-click.ts"
import { coverageOf } from "./building-coverage.ts"
import type { BuildingSelection, Place } from "./building-list.ts"
import {
  buildingSelectionOf,
  reduceBuildingSelection,
  type BuildingSelectionEvent,
} from "./building-selection.ts"

/** A tree by each node's parent: node 0 is a top, node n stands below an earlier one or at the top. */
type Parents = readonly (number | null)[]

interface World {
  readonly places: readonly Place[]
  readonly childrenOf: (id: string) => readonly string[]
  readonly leavesOf: (id: string) => readonly string[]
}

function worldOf(parents: Parents): World {
  const childrenOf = (id: string) =>
    parents.flatMap((parent, index) => (parent !== null && String(parent) === id ? [String(index)] : []))
  const chainOf = (index: number): string[] => {
    const parent = parents[index] ?? null
    return parent === null ? [] : [...chainOf(parent), String(parent)]
  }
  const leavesOf = (id: string): string[] => {
    const children = childrenOf(id)
    return children.length === 0 ? [id] : children.flatMap(leavesOf)
  }
  const places = parents.map((_parent, index) => ({
    id: String(index),
    ids: chainOf(index),
    childCount: childrenOf(String(index)).length,
  }))
  return { places, childrenOf, leavesOf }
}

/** A slow model that knows the whole tree: BUILD-2, sentence by sentence. */
class NaiveList {
  list: readonly string[] = []
  readonly #world: World
  readonly #replaced = new Map<string, readonly string[]>()

  constructor(world: World) {
    this.#world = world
  }

  leaves(): ReadonlySet<string> {
    return new Set(this.list.flatMap(this.#world.leavesOf))
  }

  mark(id: string) {
    const leaves = this.leaves()
    const below = this.#world.leavesOf(id)
    if (below.every((leaf) => leaves.has(leaf))) return "checked"
    return below.some((leaf) => leaves.has(leaf)) ? "partial" : "unchecked"
  }

  #isBelow(id: string, above: string): boolean {
    return this.#world.childrenOf(above).some((child) => child === id || this.#isBelow(id, child))
  }

  /** Everything below `from` but `id`, as few nodes as can be. */
  #others(from: string, id: string): readonly string[] {
    return this.#world.childrenOf(from).flatMap((child) => {
      if (child === id) return []
      return this.#isBelow(id, child) ? this.#others(child, id) : [child]
    })
  }

  click(id: string): void {
    const below = this.list.filter((other) => this.#isBelow(other, id))
    const cover = this.list.find((other) => this.#isBelow(id, other))
    if (this.mark(id) !== "checked") {
      this.#replaced.set(id, below)
      this.list = [...this.list.filter((other) => !below.includes(other)), id]
    } else if (this.list.includes(id)) {
      const restored = this.#replaced.get(id) ?? []
      this.list = this.list.flatMap((other) => (other === id ? restored : [other]))
    } else if (cover === undefined) {
      this.list = this.list.filter((other) => !below.includes(other))
    } else {
      const others = this.#others(cover, id)
      // What this lists was never selected over anything.
      for (const other of others) this.#replaced.delete(other)
      this.list = this.list.flatMap((other) => (other === cover ? others : [other]))
    }
  }
}

const parentsOfTree = fc
  .array(fc.nat(), { minLength: 1, maxLength: 24 })
  .map((drawn) =>
    drawn.map((number, index) => (number % (index + 1) === index ? null : number % (index + 1))),
  )

const idsOf = ({ listed }: BuildingSelection) => listed.map(({ id }) => id)

/** The server's answer to "the children of …". */
function arrival(world: World, parent: string): BuildingSelectionEvent {
  const children = new Set(world.childrenOf(parent))
  return { type: "arrived", parent, places: world.places.filter(({ id }) => children.has(id)) }
}

/** Nothing is loaded, but a search may have met anything. */
function unloaded(world: World): BuildingSelection {
  return buildingSelectionOf({ places: world.places })
}

test("[BUILD-1][BUILD-2] list and marks equal a model of the whole tree in every order", () => {
  let waits = 0
  fc.assert(
    fc.property(
      parentsOfTree,
      fc.array(fc.record({ isLoad: fc.boolean(), node: fc.nat() }), { maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
      (parents, steps, chance) => {
        const world = worldOf(parents)
        const naive = new NaiveList(world)
        let selection = unloaded(world)
        const check = () => {
          expect(idsOf(selection)).toEqual(naive.list)
          const coverage = coverageOf(selection)
          for (const place of world.places)
            expect([place.id, coverage.of(place)]).toEqual([place.id, naive.mark(place.id)])
        }
        for (const { isLoad, node } of steps) {
          const id = String(node % parents.length)
          if (!isLoad) naive.click(id)
          selection = reduceBuildingSelection(
            selection,
            isLoad ? arrival(world, id) : { type: "clicked", id },
          )
          // A waiting click shows nothing yet; all others are exact immediately.
          if (childrenWanted(selection).length === 0) check()
        }
        for (let wanted = childrenWanted(selection); wanted.length > 0; wanted = childrenWanted(selection)) {
          waits += 1
          const next = wanted[(chance.next().value ?? 0) % wanted.length] ?? ""
          selection = reduceBuildingSelection(selection, arrival(world, next))
        }
        check()
      },
    ),
    { numRuns: 400 },
  )
  expect(waits).toBeGreaterThan(20)
})

test("[BUILD-2] the list never holds a node and one below it; loading changes nothing", () => {
  fc.assert(
    fc.property(parentsOfTree, fc.array(fc.nat(), { maxLength: 20 }), fc.nat(), (parents, clicks, loaded) => {
      const world = worldOf(parents)
      let selection = unloaded(world)
      for (const click of clicks) {
        selection = reduceBuildingSelection(selection, {
          type: "clicked",
          id: String(click % parents.length),
        })
        for (const wanted of childrenWanted(selection))
          selection = reduceBuildingSelection(selection, arrival(world, wanted))
      }
      const listed = new Set(idsOf(selection))
      for (const { id, ids } of world.places)
        if (listed.has(id)) expect(ids.filter((above) => listed.has(above))).toEqual([])
      const after = reduceBuildingSelection(selection, arrival(world, String(loaded % parents.length)))
      expect(idsOf(after)).toEqual(idsOf(selection))
      const [before, now] = [coverageOf(selection), coverageOf(after)]
      for (const place of world.places) expect(now.of(place)).toBe(before.of(place))
    }),
  )
})

test("[BUILD-2] whatever is clicked, the required stay covered and the disabled unchosen", () => {
  fc.assert(
    fc.property(
      parentsOfTree,
      fc.array(fc.nat(), { maxLength: 20 }),
      fc.array(fc.nat(), { maxLength: 2 }),
      fc.array(fc.nat(), { maxLength: 2 }),
      (parents, clicks, required, disabled) => {
        const world = worldOf(parents)
        const named = (numbers: readonly number[]) => numbers.map((number) => String(number % parents.length))
        const fixed = named(required)
        const leavesOfFixed = new Set(fixed.flatMap(world.leavesOf))
        // A node that is both required and disabled is the caller's mistake.
        const barred = named(disabled).filter(
          (id) => !world.leavesOf(id).some((leaf) => leavesOfFixed.has(leaf)),
        )
        let selection = buildingSelectionOf({ places: world.places, required: fixed, disabled: barred })
        for (const id of named(clicks)) {
          selection = reduceBuildingSelection(selection, { type: "clicked", id })
          for (const wanted of childrenWanted(selection))
            selection = reduceBuildingSelection(selection, arrival(world, wanted))
          const listed = new Set(idsOf(selection))
          const leaves = new Set(idsOf(selection).flatMap(world.leavesOf))
          for (const leaf of leavesOfFixed) expect(leaves.has(leaf)).toBe(true)
          for (const { id: barredId, ids } of world.places)
            if (barred.includes(barredId))
              expect([barredId, ...ids].filter((one) => listed.has(one))).toEqual([])
        }
      },
    ),
  )
})

/** A campus 0 with two buildings 1 and 2, two layers 3 and 4 in the first, a room 5 in the first layer. */
const campus = worldOf([null, 0, 0, 1, 1, 3])

function clicked(selection: BuildingSelection, ...ids: readonly string[]): BuildingSelection {
  return ids.reduce((before, id) => reduceBuildingSelection(before, { type: "clicked", id }), selection)
}

test("[BUILD-2] unchecking a parent restores what its selection replaced, level by level", () => {
  const all = clicked(unloaded(campus), "5", "4", "0")
  // 5 fills layer 3, and 3 with 4 building 1: what was clicked is what is listed.
  expect(idsOf(all)).toEqual(["0"])
  expect(idsOf(clicked(all, "0"))).toEqual(["5", "4"])
  const steps = clicked(unloaded(campus), "4", "1", "0")
  expect(idsOf(clicked(steps, "0"))).toEqual(["1"])
  expect(idsOf(clicked(steps, "0", "1"))).toEqual(["4"])
})

test("[BUILD-2] a parent that is checked through its children unchecks all of them", () => {
  const both = clicked(unloaded(campus), "3", "4")
  expect(coverageOf(both).of({ id: "1", ids: ["0"] })).toBe("checked")
  expect(idsOf(clicked(both, "1"))).toEqual([])
})

test("[BUILD-2] unchecking below a listed parent loads the path and lists the siblings", () => {
  const waiting = clicked(unloaded(campus), "0", "5")
  expect(idsOf(waiting)).toEqual(["0"])
  expect(childrenWanted(waiting)).toEqual(["0", "1", "3"])
  const almost = ["3", "0"].reduce(
    (before, parent) => reduceBuildingSelection(before, arrival(campus, parent)),
    waiting,
  )
  expect(childrenWanted(almost)).toEqual(["1"])
  const done = reduceBuildingSelection(almost, arrival(campus, "1"))
  expect(idsOf(done)).toEqual(["4", "2"])
  expect(coverageOf(done).of({ id: "0", ids: [] })).toBe("partial")
})

test("[BUILD-2] a click whose children can't be had changes nothing, and those after it are done", () => {
  const waiting = clicked(unloaded(campus), "0", "5", "0")
  expect(idsOf(waiting)).toEqual(["0"])
  const failed = reduceBuildingSelection(waiting, { type: "failed", parent: "1" })
  expect(idsOf(failed)).toEqual([])
  expect(childrenWanted(failed)).toEqual([])
  expect(reduceBuildingSelection(waiting, { type: "failed", parent: "2" })).toBe(waiting)
})

test("[BUILD-3] defaults below another are restored with it; missing ones are named", () => {
  const selection = buildingSelectionOf({ places: campus.places, defaults: ["4", "1", "99"] })
  expect(idsOf(selection)).toEqual(["1"])
  expect(selection.gone).toEqual(["99"])
  expect(idsOf(clicked(selection, "1"))).toEqual(["4"])
})

test("[BUILD-3] what was chosen and is missing when its place is loaded is gone from the list", () => {
  const selection = clicked(unloaded(campus), "5", "4")
  const layers = campus.places.filter(({ id }) => id === "4")
  const after = reduceBuildingSelection(selection, { type: "arrived", parent: "1", places: layers })
  expect(idsOf(after)).toEqual(["4"])
  expect(after.gone).toEqual(["5"])
  const emptied = reduceBuildingSelection(selection, { type: "arrived", parent: null, places: [] })
  expect(emptied.gone).toEqual(["5", "4"])
})

test("clearing takes away everything but what is required, waiting clicks included", () => {
  const selection = buildingSelectionOf({ places: campus.places, required: ["4"], defaults: ["2"] })
  const cleared = reduceBuildingSelection(clicked(selection, "0", "5"), { type: "cleared" })
  expect(idsOf(cleared)).toEqual(["4"])
  expect(childrenWanted(cleared)).toEqual([])
})
