import { createMemoryRouter } from "react-router"
import { expect, test } from "vitest"
import { withoutDepartures } from "./router.tsx"

test("[OPS-9] who draws is not told that a page is about to be left; everybody else is", async () => {
  const router = createMemoryRouter([
    { path: "/", element: null },
    { path: "/next", element: null, loader: () => null },
  ])
  const told = { all: [] as string[], drawn: [] as string[] }
  const stateOf = ({ navigation, location }: typeof router.state) =>
    `${navigation.state} at ${location.pathname}`
  router.subscribe((state) => told.all.push(stateOf(state)))
  withoutDepartures(router).subscribe((state) => told.drawn.push(stateOf(state)))
  await router.navigate("/next")
  await router.navigate("/")
  expect(told.all).toContain("loading at /")
  // The first change is always told: nobody knows what was drawn before it.
  expect(told.drawn.slice(1)).toEqual(["idle at /next", "idle at /"])
  expect(withoutDepartures(router).state).toBe(router.state)
})
