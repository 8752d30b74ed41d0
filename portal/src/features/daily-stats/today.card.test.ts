import { expect, test } from "vitest"
import { card } from "./today.card.tsx"

test("[DAY-10][DAY-4] the day's numbers are loaded again when an alarm comes in, which rings no bell", () => {
  expect(card.refreshedBy).toEqual(["bell", "alarms", "drills"])
})
