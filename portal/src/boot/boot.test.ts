// @vitest-environment jsdom
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parseAst } from "vite"
import { beforeEach, describe, expect, test, vi } from "vitest"

const source = readFileSync(join(import.meta.dirname, "boot.js"), "utf8")
const missing = readFileSync(join(import.meta.dirname, "missing-functions.js"), "utf8")
const page = readFileSync(join(import.meta.dirname, "../../index.html"), "utf8")

/** Every kind of node that ECMAScript 5 has; whatever came later has a name that is not here. */
const es5 = new Set(
  `Program ExpressionStatement BlockStatement EmptyStatement IfStatement ReturnStatement ThrowStatement TryStatement CatchClause
   VariableDeclaration VariableDeclarator FunctionExpression FunctionDeclaration CallExpression MemberExpression
   AssignmentExpression UnaryExpression BinaryExpression LogicalExpression ConditionalExpression Identifier Literal
   ThisExpression NewExpression ForStatement WhileStatement UpdateExpression ObjectExpression ArrayExpression
   Property`.split(/\s+/),
)

function younger(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(younger)
  if (typeof node !== "object" || node === null) return []
  const { type, kind, optional, shorthand, method } = node as Record<string, unknown>
  const found = typeof type === "string" && !es5.has(type) ? [type] : []
  if (type === "VariableDeclaration" && kind !== "var") found.push(String(kind))
  if (optional === true || shorthand === true || method === true)
    found.push(`${String(type)} of a later kind`)
  // A catch without a name came with ECMAScript 2019.
  if (type === "CatchClause" && (node as { param?: unknown }).param === null)
    found.push("catch without a name")
  return [...found, ...Object.values(node).flatMap(younger)]
}

test("[SHELL-2][BROWSER-9] the scripts ahead of the bundle are ECMAScript 5", () => {
  expect(younger(parseAst(source))).toEqual([])
  expect(younger(parseAst(missing))).toEqual([])
  expect(younger(parseAst("let a = () => `x`"))).toEqual([
    "let",
    "ArrowFunctionExpression",
    "TemplateLiteral",
    "TemplateElement",
  ])
})

test("[SHELL-1] the document says that it is Simplified Chinese", () => {
  expect(page).toMatch(/<html lang="zh-CN">/)
})

test("[SHELL-2] the banner recommends Chrome, Firefox or a 360 browser", () => {
  const words = /<div\s+id="browser-banner"[\s\S]*?<\/div>/.exec(page)?.[0] ?? ""
  expect(words).toContain("Chrome")
  expect(words).toContain("Firefox")
  expect(words).toContain("360")
})

const agents = {
  "Internet Explorer 8": "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)",
  "Internet Explorer 10": "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
  "Internet Explorer 11": "Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko",
  Chrome:
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/108.0.0.0 Safari/537.36",
  Edge: "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 Edg/120.0",
  "old Edge":
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0 Safari/537.36 Edge/17.17134",
  Firefox: "Mozilla/5.0 (Windows NT 10.0; rv:121.0) Gecko/20100101 Firefox/121.0",
  Safari: "Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15",
  Opera:
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36 OPR/106.0",
  "Opera that calls itself MSIE": "Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; en) Opera 8.0",
} as const

function run(agent: string): void {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue(agent)
  // Not through the document: the listeners of the tests before would hear it as well.
  const ready: (() => void)[] = []
  vi.spyOn(document, "addEventListener").mockImplementation((_type: string, listener: unknown) => {
    ready.push(listener as () => void)
  })
  // oxlint-disable-next-line typescript/no-implied-eval -- our own file, run as the page runs it
  new Function(source)()
  for (const listener of ready) listener()
}

function banner(): HTMLElement {
  const found = document.getElementById("browser-banner")
  if (!found) throw new Error("index.html has no banner")
  return found
}

describe("in the page", () => {
  beforeEach(() => {
    vi.restoreAllMocks()
    sessionStorage.clear()
    localStorage.clear()
    document.documentElement.removeAttribute("data-theme")
    document.documentElement.removeAttribute("data-frame")
    document.head.innerHTML = ""
    // jsdom runs no modules and so has no word for it.
    Object.defineProperty(HTMLScriptElement.prototype, "noModule", { value: false, configurable: true })
    document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(page)?.[1] ?? ""
  })

  test.each(["Internet Explorer 8", "Internet Explorer 10", "Internet Explorer 11"] as const)(
    "[SHELL-2] %s sees the banner",
    (name) => {
      run(agents[name])
      expect(banner().style.display).toBe("block")
      expect(banner().hidden).toBe(false)
    },
  )

  test.each([
    "Chrome",
    "Edge",
    "old Edge",
    "Firefox",
    "Safari",
    "Opera",
    "Opera that calls itself MSIE",
  ] as const)("[SHELL-2] %s does not see the banner", (name) => {
    run(agents[name])
    expect(banner().hidden).toBe(true)
    expect(banner().style.display).toBe("")
  })

  test("[BROWSER-9] a browser without modules sees the banner with links, whatever it calls itself", () => {
    Reflect.deleteProperty(HTMLScriptElement.prototype, "noModule")
    run(agents.Chrome)
    expect(banner().hidden).toBe(false)
    const links = [...banner().querySelectorAll("a")].map((link) => `${link.textContent} ${link.href}`)
    expect(links).toEqual([
      "Chrome 浏览器 https://www.google.cn/chrome/",
      "Firefox 浏览器 https://www.firefox.com.cn/",
      "360 极速浏览器 https://browser.360.cn/ee/",
      "Edge 浏览器 https://www.microsoft.com/zh-cn/edge/download",
    ])
    expect(document.getElementById("boot-words")?.textContent).toContain("无法打开本系统")
  })

  test("[BROWSER-9] where the banner was dismissed, the page still says that it can't open", () => {
    sessionStorage.setItem("uc:browser-banner", "1")
    run(agents["Internet Explorer 11"])
    expect(banner().hidden).toBe(true)
    expect(document.getElementById("boot-words")?.textContent).toContain("无法打开本系统")
  })

  test("[SHELL-2] dismissed once, it stays away for the browser session", () => {
    run(agents["Internet Explorer 11"])
    document.getElementById("browser-banner-close")?.click()
    expect(banner().style.display).toBe("none")

    document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(page)?.[1] ?? ""
    run(agents["Internet Explorer 11"])
    expect(banner().hidden).toBe(true)
  })

  test("[SHELL-2] it shows also where storage is refused", () => {
    vi.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
      throw new Error("refused")
    })
    run(agents["Internet Explorer 11"])
    document.getElementById("browser-banner-close")?.click()
    expect(banner().style.display).toBe("none")
  })

  test("[BROWSER-20] a ResizeObserver loop, which is no fault, reaches no log; an error does", () => {
    run(agents.Chrome)
    const received: string[] = []
    const hear = ({ message }: ErrorEvent) => received.push(message)
    window.addEventListener("error", hear)
    const told = [
      "ResizeObserver loop completed with undelivered notifications.",
      "ResizeObserver loop limit exceeded",
      "broken",
    ].map((message) => window.dispatchEvent(new ErrorEvent("error", { message, cancelable: true })))
    window.removeEventListener("error", hear)
    expect(received).toEqual(["broken"])
    // What is prevented, the browser does not write to its console.
    expect(told).toEqual([false, false, true])
  })

  function partsInHead(): readonly string[] {
    const found = document.head.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("link, script")
    return [...found].map((part) =>
      part instanceof HTMLLinkElement
        ? `${part.rel} ${part.getAttribute("href") ?? ""}`
        : `${part.type} ${part.getAttribute("src") ?? ""}`,
    )
  }

  const ofSignedIn = ["module /run.js", "modulepreload /a.js", "preload /b.css"]
  const ofLogin = ["modulepreload /login.js", "preload /login.css"]
  test.each([
    ["#/main/home", ofSignedIn],
    ["#/main/alarms?state=all", ofSignedIn],
    ["#/newLogin", ofLogin],
    ["#/main/demo", ofLogin],
    ["", ofLogin],
  ])("[HOME-1][LOGIN-8] at %s it fetches ahead what that page needs: %s", (hash, files) => {
    document.head.innerHTML =
      '<meta id="login-parts" content="/login.js /login.css">' +
      '<meta id="signed-in-parts" content="/a.js /b.css" data-run="/run.js">'
    window.location.hash = hash
    run(agents.Chrome)
    expect(partsInHead()).toEqual(files)
    window.location.hash = ""
  })

  test("[BARE-2] a style sheet that failed is no longer one in the document; a script's link stays", () => {
    run(agents.Chrome)
    document.head.innerHTML = '<link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/a.js">'
    for (const link of document.head.querySelectorAll("link")) link.dispatchEvent(new Event("error"))
    expect(partsInHead()).toEqual(["failed /a.css", "modulepreload /a.js"])
    expect(document.head.querySelectorAll("link[data-failed]")).toHaveLength(2)
  })

  test.each(["load", "error"])("[OPS-9] home's files are asked for in turn, after a %s too", (outcome) => {
    document.head.innerHTML =
      '<meta id="signed-in-parts" content="/home.js /home.css" data-run="/words.js /shapes.js /home-shapes.js">'
    window.location.hash = "#/main/home"
    run(agents.Chrome)
    const first = ["module /words.js"]
    expect(partsInHead()).toEqual(first)
    document.head.querySelector("script")?.dispatchEvent(new Event(outcome))
    const second = [...first, "modulepreload /shapes.js", "modulepreload /home-shapes.js"]
    expect(partsInHead()).toEqual(second)
    document.head.querySelector("link")?.dispatchEvent(new Event(outcome))
    expect(partsInHead()).toEqual([
      ...second,
      "module /shapes.js",
      "module /home-shapes.js",
      "modulepreload /home.js",
      "preload /home.css",
    ])
    window.location.hash = ""
  })

  test.each([
    ["", true],
    ["#/", true],
    ["#/newLogin", true],
    ["#/newlogin/?returnUrl=%2Fx", true],
    ["#/newLoginX", false],
    ["#/defaultLogin", false],
    ["#/eduLogin", false],
    ["#/gzLogin", false],
    ["#/demoLogin", false],
    ["#/adminLogin", false],
    ["#/activate?code=a", false],
    ["#/forgotPassword", false],
    ["#/main/home", false],
    ["#/main/screen", false],
    ["#/mainBox", false],
    ["#/getQrcode", false],
    ["#/demo1", false],
    ["#/12/34", false],
  ])("[OPS-9] at %s the page begins as the login page: %s", (hash, isFrame) => {
    window.location.hash = hash
    run(agents.Chrome)
    expect(document.documentElement.hasAttribute("data-frame")).toBe(isFrame)
    window.location.hash = ""
  })

  test("[OPS-9] where the browser is too old the page says so, without the frame", () => {
    window.location.hash = "#/newLogin"
    run(agents["Internet Explorer 11"])
    expect(document.documentElement.hasAttribute("data-frame")).toBe(false)
    window.location.hash = ""
  })

  test("[OPS-9][DAY-15] the frame has the remembered account, and notes Enter and composing", () => {
    localStorage.setItem("uc:login-account", "school")
    run(agents.Chrome)
    const [account, password] = document.querySelectorAll<HTMLInputElement>("#frame input")
    expect(account?.value).toBe("school")
    password?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", isComposing: true }))
    expect(password?.hasAttribute("data-entered")).toBe(false)
    password?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }))
    expect(password?.hasAttribute("data-entered")).toBe(true)
    account?.dispatchEvent(new CompositionEvent("compositionstart"))
    expect(document.documentElement.hasAttribute("data-composing")).toBe(true)
    account?.dispatchEvent(new CompositionEvent("compositionend"))
    expect(document.documentElement.hasAttribute("data-composing")).toBe(false)
  })

  test("[SSO-12] the frame has the account that an application names, before the remembered one", () => {
    localStorage.setItem("uc:login-account", "school")
    const accountAt = (hash: string) => {
      document.body.innerHTML = /<body>([\s\S]*)<\/body>/.exec(page)?.[1] ?? ""
      window.location.hash = hash
      run(agents.Chrome)
      window.location.hash = ""
      return document.querySelector<HTMLInputElement>("#frame input")?.value
    }
    expect(accountAt("#/newLogin?returnUrl=%2Fx%3Faccount%3Dno&account=wang+li%2B1")).toBe("wang li+1")
    expect(accountAt("#/newLogin?account=%E0%A4%A")).toBe("school")
    expect(accountAt("#/newLogin")).toBe("school")
  })

  test("the remembered theme is on the page before the bundle runs", () => {
    localStorage.setItem("uc:theme", "dark")
    run(agents.Chrome)
    expect(document.documentElement.dataset["theme"]).toBe("dark")
  })

  test("what the system wishes is left to the style sheet", () => {
    localStorage.setItem("uc:theme", "system")
    run(agents.Chrome)
    expect(document.documentElement.dataset["theme"]).toBeUndefined()
  })
})
