import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { warningMessageByCall } from "@uc/contract/alarms/calls"
import { everyCall } from "@uc/contract/all-calls"
import { describe, expect, test } from "vitest"
import {
  circles,
  folderViolations,
  fullestFolder,
  longestFile,
  violations,
} from "./scripts/architecture-rules.ts"
import { callsMade } from "./scripts/calls-made.ts"
import { projectFiles } from "./scripts/project-files.mjs"
import { foundBy, importsOf } from "./scripts/source-imports.ts"
import { retiredCommentViolations, retiredWordViolations } from "./scripts/retired-words.ts"
import { styleViolations } from "./scripts/style-classes.ts"
import { longestTitle, titleViolations, titlesOf } from "./scripts/test-titles.ts"

const root = import.meta.dirname
const tracked = projectFiles()
const read = (path: string) => readFileSync(join(root, path), "utf8")

const found = (path: string, source: string) => violations([{ path, source }]).join("\n")

const ownSources = tracked
  .filter((path) => /^(contract|bridge|server|portal)\/src\/.*\.(ts|tsx|css)$/.test(path))
  .map((path) => ({ path, source: read(path) }))

describe("the repository", () => {
  test("[LAYOUT-1] every file keeps the rules of names, size, imports and layers", () => {
    const sources = tracked.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
    expect(sources.length).toBeGreaterThan(20)
    expect(violations(sources.map((path) => ({ path, source: read(path) })))).toEqual([])
  })

  test("[LAYOUT-1] no folder is a pile", () => {
    expect(folderViolations(tracked)).toEqual([])
  })

  test("[LAYOUT-1] no circle of files", () => {
    expect(ownSources.length).toBeGreaterThan(1000)
    expect(circles(ownSources), "let one of them be handed what it imports").toEqual([])
  })

  test("[LAYOUT-1] nouns of the server and the portal have the contract's names", () => {
    const nounsIn = (folder: string) =>
      new Set(
        tracked.flatMap((path) => (path.startsWith(folder) ? [path.slice(folder.length).split("/")[0]] : [])),
      )
    const [called, answered, shown] = ["contract/src/", "server/src/features/", "portal/src/features/"].map(
      nounsIn,
    )
    expect([...(answered ?? [])].filter((noun) => !called?.has(noun))).toEqual([])
    // What has no calls of its own: these gather what others have, or only the browser knows them.
    const portalOnly = ["applications", "directory", "hosting", "not-found"]
    expect(
      [...(shown ?? [])].filter((noun) => !called?.has(noun) && !portalOnly.includes(noun ?? "")),
    ).toEqual([])
  })

  test("[LAYOUT-2] no identifier and no file name has a retired word", () => {
    const sources = tracked.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
    const files = sources.map((path) => ({ path, source: read(path) }))
    expect(retiredWordViolations(files), "docs/glossary.md says what to write").toEqual([])
    const refused = retiredWordViolations([
      { path: "a.ts", source: "const isClimbed = 1 // a wall\nconst text = 'house'" },
      { path: "b.ts", source: "function f(services: House) {}" },
      { path: "use-leave-question.ts", source: "export const mustKeepNotices = 1" },
    ])
    expect(refused).toHaveLength(4)
  })

  test("[LAYOUT-2] no comment has a retired word that means nothing else", () => {
    const sources = tracked.filter((path) => /\.(ts|tsx|mjs|css)$/.test(path))
    const files = sources.map((path) => ({ path, source: read(path) }))
    expect(retiredCommentViolations(files)).toEqual([])
    const refused = [
      { path: "a.ts", source: "const x = 1 // behind the wall" },
      { path: "b.ts", source: "/** Asked anew. */\nconst text = 'house'" },
    ]
    expect(retiredCommentViolations(refused)).toHaveLength(2)
  })

  test("[LAYOUT-2] every test's title names one behaviour in at most 90 characters", () => {
    const tests = tracked.filter((path) => /\.test\.tsx?$/.test(path))
    const files = tests.map((path) => ({ path, source: read(path) }))
    expect(files.flatMap(({ source }) => titlesOf(source)).length).toBeGreaterThan(2000)
    expect(titleViolations(files)).toEqual([])
  })

  test("[LAYOUT-2] a long title is found in a test, a group and a table of cases", () => {
    const long = "a".repeat(longestTitle + 1)
    const source = [
      `test("[LAYOUT-2] ${long}", () => {})`,
      `  describe.skip("${long}", () => {})`,
      `test.each([1, 2])("${long}", () => {})`,
      `test("[LAYOUT-2][LAYOUT-7] ${long.slice(1)}", () => {})`,
    ].join("\n")
    expect(titleViolations([{ path: "a.test.ts", source }])).toHaveLength(3)
  })

  test("[LAYOUT-1] every public.ts is short and says why", () => {
    const doors = ownSources.filter(({ path }) => path.endsWith("/public.ts"))
    expect(doors.length).toBeGreaterThan(10)
    const unexplained = doors.filter(
      ({ source }) => !source.startsWith("// ") || source.split("\n").length > 20,
    )
    expect(unexplained.map(({ path }) => path)).toEqual([])
  })

  test("every CSS class is used, and every used class exists", () => {
    const sources = tracked.filter((path) => /^portal\/src\/.*\.(tsx?|css)$|^contract\/src\//.test(path))
    expect(sources.filter((path) => path.endsWith(".module.css")).length).toBeGreaterThan(50)
    expect(styleViolations(sources.map((path) => ({ path, source: read(path) })))).toEqual([])
  })

  test("[SPEC-6][DATA-4][WARN-6] the portal makes every call that the specification names", () => {
    const nouns = read("contract/src/all-calls.ts").matchAll(/^  (\w+): (\w+Calls),$/gm)
    const groups = new Map([...nouns].map(([, noun, group]) => [noun, group]))
    const ofServers = new Set<string>(
      everyCall().flatMap(({ name, call }) => (call.fromServers ? [name] : [])),
    )
    const quoted = [...read("contract/src/spec.test.ts").matchAll(/"(\w+\.\w+)"/g)].map(
      ([, name]) => `${name}`,
    )
    const named = [...quoted, ...Object.keys(warningMessageByCall)].flatMap((name) => {
      const [noun = "", verb] = name.split(".")
      return groups.has(noun) && !ofServers.has(name) ? [`${groups.get(noun)}.${verb}`] : []
    })
    expect(named.length).toBeGreaterThan(40)
    const portal = ownSources.filter(({ path }) =>
      /^portal\/src\/(?!testing\/)(?!.*\.test\.).*\.tsx?$/.test(path),
    )
    const made = new Set(portal.flatMap(({ path, source }) => callsMade(path, source)))
    expect(named.filter((call) => !made.has(call))).toEqual([])
  })

  test("[LAYOUT-4] the features' style sheets have at most 6,000 lines together", () => {
    const sheets = tracked.filter((path) => /^portal\/src\/features\/.*\.css$/.test(path))
    const lines = sheets.map((path) => read(path).split("\n").length - 1)
    expect(lines.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(6000)
  })

  test("[LAYOUT-4] the state of a list is written into the address by the page kit alone", () => {
    const features = ownSources.filter(({ path }) => path.startsWith("portal/src/features/"))
    const byHand = features.filter(({ source }) => /, set\w+\] = useSearchParams\(/.test(source))
    expect(byHand.map(({ path }) => path)).toEqual([])
  })

  test("[LAYOUT-4] every form dialog checks by the shape of its call", () => {
    const dialogs = ownSources.filter(
      ({ path, source }) =>
        /^portal\/src\/features\/.*(?<!\.test)\.tsx$/.test(path) && /<FormDialog\b/.test(source),
    )
    expect(dialogs.length).toBeGreaterThan(20)
    const byHand = dialogs.filter(({ source }) => !/\buseForm\(/.test(source)).map(({ path }) => path)
    expect(byHand.toSorted()).toEqual([
      // A code or a slider comes between what is typed and the call.
      "portal/src/features/account/password-dialog.tsx",
      "portal/src/features/account/phone-row.tsx",
      // They send nothing: an address, or what a picture shows, becomes part of the text.
      "portal/src/features/rich-text/link-dialog.tsx",
      "portal/src/features/rich-text/picture-dialog.tsx",
    ])
  })

  test("[LAYOUT-3] no control is drawn by the browser outside of portal/src/ui", () => {
    const drawn = /<select\b|\btype="(?:date|time|datetime-local|month|week|checkbox|radio)"/
    const pages = ownSources.filter(
      ({ path }) => /^portal\/src\/(?!ui\/).*\.tsx$/.test(path) && !path.includes(".test."),
    )
    expect(pages.length).toBeGreaterThan(250)
    const places = pages.filter(({ source }) => drawn.test(source)).map(({ path }) => path)
    expect(places, "use Select, DateField, TimeField, Checkbox or Radio of portal/src/ui/forms").toEqual([])
  })

  test("[BARE-20] every dialog of the portal closes by itself when it can't be drawn", () => {
    // What their hosts put up has its boundary there.
    const hosted = ["portal/src/app/dialogs/dialog-view.tsx", "portal/src/features/reauth/reauth-dialog.tsx"]
    const sources = tracked.filter(
      (path) =>
        /^portal\/src\/(app|features)\/.*\.tsx$/.test(path) &&
        !path.includes(".test.") &&
        !hosted.includes(path),
    )
    const components = sources.flatMap((path) =>
      read(path)
        .split(/^(?=(?:export )?(?:default )?(?:const|function) )/m)
        .filter((source) => /<(Modal|Drawer|FormDialog)\b/.test(source))
        .map((source) => ({ path, begins: source.slice(0, source.indexOf("(", source.indexOf("(") + 1)) })),
    )
    expect(components.length).toBeGreaterThan(50)
    const unguarded = components.filter(({ begins }) => !/= closesWhenBroken\(\s*function/.test(begins))
    expect(unguarded).toEqual([])
  })

  test("names no place that belongs to one machine", () => {
    const workplace = /(^|[\s"'`(=])\/work\//m
    const registry = /https?:\/\/[\w.-]*(registry|npm|mirror)[\w.-]*/i
    const texts = tracked.filter((path) => !/\.(png|jpg|webp|ico|woff2?)$/.test(path))
    const named = texts.filter((path) => workplace.test(read(path)) || registry.test(read(path)))
    expect(named, "write paths from the repository's root, and no registry's address").toEqual([])
  })
})

interface Locked {
  readonly resolved?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly license?: string
}

describe("the lockfile", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as { packages: Record<string, Locked> }

  test("holds no download address, so that any registry serves", () => {
    const addresses = Object.entries(packages).filter(([, { resolved = "" }]) => resolved.includes("://"))
    expect(
      addresses.map(([name]) => name),
      "set omit-lockfile-registry-resolved and install again",
    ).toEqual([])
  })

  test("holds only licences that allow what this product is for", () => {
    const allowed = new Set([
      "MIT",
      "ISC",
      "BSD-2-Clause",
      "BSD-3-Clause",
      "Apache-2.0",
      "0BSD",
      "BlueOak-1.0.0",
    ])
    const shipped = Object.entries(packages).filter(
      ([path, { dev, link }]) => path.includes("node_modules/") && !dev && !link,
    )
    expect(shipped.length).toBeGreaterThan(20)
    const others = shipped.flatMap(([path, { license }]) => {
      const given = license ?? licenceInstalled(path)
      // One may choose: each of them must be allowed.
      const choices = given.replace(/^\((.*)\)$/, "$1").split(" OR ")
      return choices.every((choice) => allowed.has(choice)) ? [] : [`${path}: ${given}`]
    })
    expect(others, "ask before adding a licence to the list").toEqual([])
  })

  function licenceInstalled(path: string): string {
    const file = join(path, "package.json")
    if (!existsSync(join(root, file))) return "unknown"
    return (JSON.parse(read(file)) as { license?: string }).license ?? "unknown"
  }
})

describe("the rules catch", () => {
  test.each([
    ["contract/src/a.ts", `import { x } from "dayjs"`, "stands on zod alone"],
    [
      "contract/src/a.ts",
      `import { x } from "../../server/src/app.ts"`,
      "contract may not import server/app",
    ],
    ["bridge/src/a.ts", `import { x } from "node:fs"`, "this runs in a browser"],
    [
      "bridge/src/a.ts",
      `import { x } from "../../portal/src/ui/tree.tsx"`,
      "bridge may not import portal/ui",
    ],
    ["portal/src/ui/a.tsx", `import { x } from "@uc/contract/domains/calls"`, "pass it in as a property"],
    [
      "portal/src/ui/a.tsx",
      `import { x } from "../platform/send.ts"`,
      "portal/ui may not import portal/platform",
    ],
    [
      "portal/src/platform/a.ts",
      `import { x } from "../ui/tree.tsx"`,
      "portal/platform may not import portal/ui",
    ],
    ["portal/src/platform/a.ts", `const x = import("../app/start.ts")`, "handed what it needs by app"],
    ["portal/src/features/a/x.ts", `import { x } from "../b/y.ts"`, "only through its public.ts"],
    [
      "portal/src/features/a/x.ts",
      `export { x } from "../../app/start.ts"`,
      "let app bring the two together",
    ],
    ["portal/src/features/a/x.ts", `import "../../../../server/src/main.ts"`, "server and portal never meet"],
    ["server/src/features/a/x.ts", `import { x } from "../b/b.store.ts"`, "only through its public.ts"],
    ["server/src/features/a/x.ts", `import { x } from "../../app.ts"`, "may not import server/app"],
    [
      "server/src/http/a.ts",
      `import { x } from "../features/a/a.store.ts"`,
      "may not import server/features",
    ],
    [
      "server/src/db/a.ts",
      `import {\n  x,\n  y,\n} from "../http/headers.ts"`,
      "db knows tables, not requests",
    ],
    [
      "server/src/app.ts",
      `import { readConfig } from "./config.ts"`,
      "app is handed the configuration by main",
    ],
    [
      "server/src/security/a.ts",
      `import { x } from "../session/sessions.ts"`,
      "it answers, and a feature refuses",
    ],
    ["server/src/session/a.ts", `import { x } from "../http/services.ts"`, "not what is answered"],
    ["server/src/app.ts", `import { testApp } from "./testing/test-app.ts"`, "that is for tests only"],
    ["portal/src/ui/a.tsx", `import { x } from "../testing/some-user.ts"`, "that is for tests only"],
    ["server/src/a.test.ts", `import { x } from "@uc/portal/app/start"`, "server and portal never meet"],
    [
      "server/src/http/a.ts",
      `import { x } from "../../../contract/src/core/call.ts"`,
      "write the package's name",
    ],
    ["server/src/http/a.ts", `import { x } from "./b"`, "write the extension"],
    ["server/src/http/a.ts", `const port = process.env["PORT"]`, "take the value as a parameter"],
    ["portal/src/ui/a.ts", `export * from "./b.ts"`, "there are no barrels"],
    ["portal/src/ui/a.ts", `export type {\n  B,\n} from "./b.ts"`, "there are no barrels"],
    ["portal/src/ui/utils.ts", "", `"utils" says nothing`],
    ["portal/src/common/tree.ts", "", `"common" says nothing`],
    ["portal/src/ui/domainRows.ts", "", "is not kebab-case"],
    ["portal/src/ui/tree.ts", "\n".repeat(longestFile), "find the second thing that it does"],
  ])("%s that breaks a rule (%#)", (path, source, sentence) => {
    expect(found(path, source)).toContain(sentence)
  })

  test.each([
    ["portal/src/main.tsx", `import { start } from "./app/start.ts"`],
    ["portal/src/app/start.ts", `import { x } from "../features/login/login.page.tsx"`],
    [
      "portal/src/features/a/x.ts",
      `import { x } from "@uc/contract/domains/calls"\nimport { y } from "./y.machine.ts"`,
    ],
    ["portal/src/features/a/x.tsx", `import css from "./x.module.css"\nimport { y } from "../../ui/y.tsx"`],
    [
      "server/src/features/a/a.routes.ts",
      `import { x } from "./a.store.ts"\nimport { y } from "../../db/open.ts"`,
    ],
    ["server/src/features/a/a.test.ts", `import { testApp } from "../../testing/test-app.ts"`],
    ["server/src/features/a/a.routes.ts", `import { x } from "../b/public.ts"`],
    ["server/src/features/a/public.ts", `export { x } from "./x.ts"`],
    ["server/src/commands/a.ts", `import { readConfig } from "../config.ts"`],
    ["server/src/main.ts", `import { readConfig } from "./config.ts"\nreadConfig(process.env)`],
    ["server/src/db/a.ts", `// import { x } from "../http/headers.ts"\nexport { own }`],
    ["e2e/sign-in/login.test.ts", `import { sessionCalls } from "@uc/contract/account/calls"`],
  ])("nothing in %s that keeps them (%#)", (path, source) => {
    expect(found(path, source)).toBe("")
  })

  const sheet = (source: string) => ({ path: "portal/src/ui/a.module.css", source })
  const component = (source: string) => ({
    path: "portal/src/ui/a.tsx",
    source: `import css from "./a.module.css"\n${source}`,
  })

  test.each([
    [".a {}\n.b:hover > .c {}", "css.a", ["nobody names .b", "nobody names .c"]],
    [".a {}", "classes(css.a, css.b)", ["names .b, which"]],
    ['/* .no {} */ .a { margin: .5em; background: url("x.png") } :global(.other) {}', "css.a", []],
    ["@media (max-width: 7px) { .a, .b {} }", `css["a"] css.b`, []],
    [".level1 {}", "css[`level${level}`]", []],
    [".warm {} .cold {}", `const tone = "warm"\ncss[tone]`, ["nobody names .cold"]],
    [".a {}", `import { x } from "./a.module.css.ts"`, ["nobody names .a"]],
  ])("what a style sheet and its component say of each other (%#)", (styles, source, sentences) => {
    const told = styleViolations([sheet(styles), component(source)])
    expect(told).toHaveLength(sentences.length)
    for (const [at, sentence] of sentences.entries()) expect(told[at]).toContain(sentence)
  })

  test("[LAYOUT-1] a circle over three files is named once, from its first file back to it", () => {
    const files = [
      { path: "server/src/db/a.ts", source: `import { b } from "./b.ts"` },
      { path: "server/src/db/b.ts", source: `import type { C } from "./c.ts"` },
      { path: "server/src/db/c.ts", source: `import { a } from "./a.ts"` },
      { path: "server/src/db/d.ts", source: `import { a } from "./a.ts"` },
    ]
    expect(circles(files)).toEqual([
      "server/src/db/a.ts -> server/src/db/b.ts -> server/src/db/c.ts -> server/src/db/a.ts",
    ])
    expect(circles(files.slice(1))).toEqual([])
  })

  test("[LAYOUT-1] a folder with one file too many is named", () => {
    const paths = Array.from({ length: fullestFolder + 1 }, (_, at) => `portal/src/ui/a${at}.ts`)
    expect(folderViolations(paths).join()).toContain("portal/src/ui holds")
    expect(folderViolations(paths.slice(1))).toEqual([])
  })

  test("[SPEC-6] a call that is named and not sent is not made", () => {
    const source = [
      `// send(aCalls.comment)`,
      `type Input = InputOf<typeof aCalls.type>`,
      `useAction({ shown: [aCalls.shown] })`,
      `invalidate(client, aCalls.invalidated)`,
      `const { output } = aCalls.shape`,
      `await send(aCalls.sent, {})`,
      `const data = useCall(aCalls.used, {})`,
      `const list = <List call={aCalls.listed} />`,
    ].join("\n")
    expect(callsMade("a.tsx", source).toSorted()).toEqual(["aCalls.listed", "aCalls.sent", "aCalls.used"])
  })

  test("[BUILD-5] a circle through import() beside a glob, or through a glob itself, is named", () => {
    const pages = `import.meta.glob("../{a,b}/*.page.tsx")\nconst load = () => import("./all.ts")\n/* end */`
    const lazy = [
      { path: "portal/src/app/pages.ts", source: pages },
      { path: "portal/src/app/all.ts", source: `import { byName } from "./pages.ts"` },
    ]
    expect(circles(lazy)).toEqual([
      "portal/src/app/pages.ts -> portal/src/app/all.ts -> portal/src/app/pages.ts",
    ])
    const globbed = [
      {
        path: "portal/src/app/cards.ts",
        source: `const all = import.meta.glob(["./x/**/*.card.tsx", "!./x/no/*"])`,
      },
      { path: "portal/src/app/x/y/one.card.tsx", source: `import { all } from "../../cards.ts"` },
    ]
    expect(circles(globbed)).toHaveLength(1)
  })

  test("[BUILD-5] a glob into a layer that may not be imported is refused", () => {
    const source = `const pages = import.meta.glob("../features/**/*.page.tsx")`
    expect(found("portal/src/platform/a.ts", source)).toContain("may not import portal/features")
    expect(foundBy("./{a,b}/**/*.ts", "x/y.ts", ["x/a/c.ts", "x/b/d/e.ts", "x/c/f.ts", "x/a/c.tsx"])).toEqual(
      ["x/a/c.ts", "x/b/d/e.ts"],
    )
  })

  test("[BUILD-5] every way to write an import is seen", () => {
    const source = [
      `import a, { b } from "one"`,
      `import type { C } from 'two'`,
      `export { d } from "three"`,
      `import "four"`,
      `const e = await import("five")`,
      `import {\n  f,\n  g,\n} from "six"`,
      `/* import x from "not" */ const text = "from \\"nowhere\\""`,
      `const pages = import.meta.glob<T>("../{a,b}/*.page.tsx")`,
      `export * from "seven"`,
      `type H = typeof import("eight").h`,
      `const comment = "*/"`,
    ].join("\n")
    expect(importsOf("a.ts", source).globs).toEqual(["../{a,b}/*.page.tsx"])
    expect(importsOf("a.ts", source).names.toSorted()).toEqual([
      "eight",
      "five",
      "four",
      "one",
      "seven",
      "six",
      "three",
      "two",
    ])
  })
})
