import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "./prepare.mjs"
import { projectFiles } from "./project-files.mjs"

const drawn = /<select[\s>]|type="(date|time|datetime-local|month|week|checkbox|radio|search)"/g
/** Where each stands once, behind the component that everybody uses. */
const homes =
  /^portal\/src\/ui\/forms\/(controls\/(system-select|checkbox|radio)|dates\/(system-input|date-field|time-field))\.tsx$/
const sideDialog = /place="side"/g
const sideHomes = ["portal/src/ui/overlays/drawer.tsx", "portal/src/app/dialogs/dialog-view.tsx"]

const components = projectFiles()
  .filter((file) => /^portal\/src\/.*\.tsx$/.test(file) && !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

test("[DAY-17] select, day, time, checkbox and radio are the one component of each", () => {
  expect(components.length).toBeGreaterThan(200)
  const found = components
    .filter(({ file }) => !homes.test(file))
    .flatMap(({ file, text }) => [...text.matchAll(drawn)].map(([words]) => `${file}: ${words}`))
  expect(found, "use Select, DateField, TimeField, Checkbox or Radio of portal/src/ui/forms").toEqual([])
})

test("[DAY-17] what opens at the side is the one drawer", () => {
  const found = components
    .filter(({ file, text }) => !sideHomes.includes(file) && text.match(sideDialog) !== null)
    .map(({ file }) => file)
  expect(found, "use Drawer of portal/src/ui/overlays").toEqual([])
})
