import { expect, test } from "@playwright/test"
import { statusCalls, statusMessages } from "@uc/contract/status/calls"
import { expectAccessible } from "../accessible.ts"
import { addressOf, open, signIn } from "../sign-in.ts"

test("[OPS-4] 运行状态 begins with what is wrong, refreshes, says when it is old, and can be copied", async ({
  page,
}) => {
  await page.clock.install()
  await signIn(page, "admin")
  await open(page, "/main/manage")
  await page.getByRole("link", { name: /运行状态 服务进程/ }).click()
  await expect(page.getByRole("heading", { name: "运行状态", level: 1 })).toBeVisible()
  // A demo has no backup.
  const problems = page.getByRole("list", { name: "需要处理" })
  await expect(problems).toContainText("备份：未配置每晚自动备份")
  await expect(problems).toContainText("处理办法：设置 BACKUP_TO")
  const processes = page.getByRole("table", { name: "服务进程" })
  await expect(processes.getByRole("row").filter({ hasText: "当前" })).toHaveCount(1)
  await expect(page.getByRole("list", { name: "正常的检查" })).toContainText(
    "数据库角色：角色 uc 受行级安全约束",
  )
  await expectAccessible(page)

  await page.getByRole("button", { name: "复制诊断信息" }).click()
  await expect(page.getByText(statusMessages.copied)).toBeVisible()
  const copied = page.locator("pre")
  await expect(copied).toContainText("[注意] backup：未配置每晚自动备份")
  await expect(copied).toContainText(/PostgreSQL \d+\.\d+（内置）/)

  // The next refresh fails: what is shown stays, and is called old.
  await page.route(addressOf(statusCalls.overview), (route) => route.abort())
  await page.clock.runFor(16_000)
  await expect(page.getByRole("alert").filter({ hasText: "连接中断" })).toBeVisible()
  await expect(problems).toBeVisible()
  await page.unroute(addressOf(statusCalls.overview))
  await page.getByRole("button", { name: "重试" }).click()
  await expect(page.getByRole("alert").filter({ hasText: "连接中断" })).toBeHidden()
})
