import { test, type Browser, type BrowserContextOptions, type Page } from "@playwright/test"
import { startProduct, type Product } from "./product.ts"
import { signIn, type Account } from "./sign-in.ts"

export interface OwnProduct {
  readonly address: () => string
  readonly dataDir: () => string
  /** A browser of its own, closed after the test. Null: nobody is signed in. */
  readonly browserOf: (
    browser: Browser,
    account: Account | null,
    options?: BrowserContextOptions,
  ) => Promise<Page>
}

/**
 * For a file whose tests end sessions, change passwords or count messages that tests of other files would miss: they have
 * a product to themselves and run one after the other.
 */
export function ownProduct(variables: Readonly<Record<string, string>> = {}): OwnProduct {
  let product: Product | undefined
  const opened: Page[] = []
  const running = () => {
    if (!product) throw new Error("The product runs only while the tests do")
    return product
  }
  test.describe.configure({ mode: "default", timeout: 120_000 })
  test.beforeAll(async () => {
    product = await startProduct(variables)
  })
  test.afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close()
  })
  test.afterAll(() => product?.stop())
  return {
    address: () => running().address,
    dataDir: () => running().dataDir,
    async browserOf(browser, account, options = {}) {
      const context = await browser.newContext({ baseURL: running().address, locale: "zh-CN", ...options })
      const page = await context.newPage()
      opened.push(page)
      if (account !== null) await signIn(page, account)
      return page
    },
  }
}
