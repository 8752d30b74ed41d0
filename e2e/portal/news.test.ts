import { expect, test, type Page } from "@playwright/test"
import { noticeCalls } from "@uc/contract/notices/calls"
import { expectAccessible } from "../accessible.ts"
import { open, signIn, type Account } from "../sign-in.ts"

/** What somebody copies out of a hostile page. */
const pasted = `<h1 onclick="document.title='hacked'">集中整治</h1>
  <p style="position:fixed;inset:0">全区校园周边<b>安全隐患</b>集中整治。<script>document.title='hacked'</script></p>
  <img src="x" onerror="document.title='hacked'"><iframe src="javascript:parent.document.title='hacked'"></iframe>
  <p><a href="javascript:document.title='hacked'">点我</a> <a href="https://safety.wenlan.example/plan">方案</a></p>`

async function paste(page: Page, html: string): Promise<void> {
  await page.getByRole("textbox", { name: "正文" }).evaluate((editor, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData("text/html", text)
    editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

async function bellOf(page: Page): Promise<string> {
  const { service, path } = noticeCalls.bell
  return (await page.request.get(`/${service}${path}`)).text()
}

test("[HOME-5][HOME-4][ROUTE-4] hostile news is sanitised, subscribers get the bell, favourites last", async ({
  browser,
}) => {
  const as = async (account: Account, path: string) => {
    const page = await (await browser.newContext()).newPage()
    await signIn(page, account)
    await open(page, path)
    return page
  }
  const title = `安全整治 ${Date.now()}`

  const teacher = await test.step("a teacher subscribes to news", async () => {
    // A teacher asks for news, the head of the school does not.
    const teacher = await as("teacher", "/main/service")
    const news = teacher.getByRole("switch", { name: /新闻资讯/ })
    await expect(news).toHaveAttribute("aria-checked", "false")
    await news.click()
    await expect(news).toHaveAttribute("aria-checked", "true")
    return teacher
  })

  await test.step("the bureau publishes pasted text", async () => {
    // The bureau writes: pasted text loses what acts, the preview shows what readers will see.
    const bureau = await as("bureau", "/main/newsAdmin")
    await bureau.getByRole("link", { name: "写新闻" }).click()
    await bureau.getByRole("textbox", { name: "标题", exact: true }).fill(title)
    await paste(bureau, pasted)
    await bureau.getByRole("checkbox", { name: /共享给区域内的下级单位/ }).check()
    await expectAccessible(bureau)
    await bureau.getByRole("button", { name: "预览" }).click()
    await expect(bureau.getByRole("dialog").getByRole("heading", { name: "集中整治" })).toBeVisible()
    await bureau.keyboard.press("Escape")
    await bureau.getByRole("button", { name: "发布", exact: true }).click()
    await bureau.getByRole("button", { name: "立即发布" }).click()
    await expect(bureau.getByRole("row", { name: new RegExp(title) })).toContainText("已发布")
  })

  await test.step("the school reads it without active content", async () => {
    // The school reads.
    await teacher.reload()
    await teacher.getByRole("link", { name: title }).click()
    const article = teacher.getByRole("article")
    await expect(article.getByRole("heading", { name: "集中整治" })).toBeVisible()
    await expect(article.getByRole("link", { name: "方案" })).toHaveAttribute("rel", /noopener/)
    expect(await article.locator("script, img, iframe, [style], [onclick], [href^=javascript]").count()).toBe(
      0,
    )
    await expect(teacher).not.toHaveTitle(/hacked/)
  })

  await test.step("the bell rings for subscribers only", async () => {
    // The bell.
    await expect.poll(() => bellOf(teacher), { timeout: 20_000 }).toContain(title)
    const head = await as("school", "/main/applications")
    expect(await bellOf(head)).not.toContain(title)
  })

  await test.step("a withdrawn article is gone", async () => {
    // Withdrawn, it is gone. Signed in again: others use this account meanwhile, and the oldest of six sessions ends.
    const again = await as("bureau", "/main/newsAdmin")
    await again.getByRole("button", { name: `撤回${title}` }).click()
    await again.getByRole("dialog").getByRole("button", { name: "撤回" }).click()
    await expect(again.getByRole("row", { name: new RegExp(title) })).toContainText("草稿")
    await teacher.reload()
    await expect(teacher.getByRole("alert")).toContainText("无法查看该新闻")
  })

  await test.step("a favourite is there in another browser", async () => {
    // A favourite, found by its initials, is there in another browser, and gone again.
    const here = await as("admin", "/main/applications")
    await here.getByRole("searchbox", { name: "查找应用" }).fill("yhtz")
    await here.getByRole("button", { name: "收藏隐患台账" }).click()
    await here.getByRole("searchbox", { name: "查找应用" }).fill("")
    const starred = (page: Page) =>
      page.getByRole("region", { name: "收藏" }).getByRole("link", { name: /隐患台账/ })
    await expect(starred(here)).toBeVisible()
    const elsewhere = await as("admin", "/main/applications")
    await expect(starred(elsewhere)).toBeVisible()
    await elsewhere
      .getByRole("region", { name: "收藏" })
      .getByRole("button", { name: "收藏隐患台账" })
      .click()
    await expect(starred(elsewhere)).toBeHidden()
    await here.reload()
    await expect(starred(here)).toBeHidden()
  })
})
