import { activationAddress } from "../../security/portal-address.ts"
import type { Sheet } from "../../sheet/xlsx-writer.ts"

interface HandedOut {
  readonly name: string
  readonly account: string
  readonly departments: string
  readonly secret: string
}

/** What an administrator hands out, and how. `page`: links, which begin with it; null: one-time passwords. */
export function handedOut(
  people: readonly HandedOut[],
  { page, until }: { readonly page: string | null; readonly until: string },
): Sheet[] {
  const isLink = page !== null
  const what = isLink ? "激活链接" : "一次性密码"
  return [
    {
      name: isLink ? "激活链接" : "初始密码",
      columns: [
        { title: "姓名", width: 14 },
        { title: "账号", width: 20 },
        { title: "部门", width: 30 },
        { title: what, width: isLink ? 80 : 22 },
        { title: "有效期至", width: 20 },
      ],
      rows: people.map(({ name, account, departments, secret }) => [
        name,
        account,
        departments,
        isLink ? activationAddress(page, secret) : secret,
        until,
      ]),
    },
    {
      name: "说明",
      columns: [{ title: "使用说明", width: 80 }],
      rows: [
        [`请把每个人的${isLink ? "激活链接" : "账号和一次性密码"}单独告知本人，不要在群里公布整张表。`],
        [
          isLink
            ? "打开链接后核对姓名和单位，设置自己的密码，即可用账号和新密码登录；每个链接只能使用一次。"
            : "首次登录时必须设置自己的密码，之后一次性密码立即失效。",
        ],
        [
          `${what}在${until}前有效；过期未${isLink ? "激活" : "登录"}的人员，可在人员列表中筛选“未激活”后重新生成。`,
        ],
        ["发放完毕后请删除本文件。"],
      ],
    },
  ]
}
