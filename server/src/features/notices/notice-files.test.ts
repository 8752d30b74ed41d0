import { createCanvas } from "@napi-rs/canvas"
import { attachmentMessages } from "@uc/contract/attachments/calls"
import type { InputOf } from "@uc/contract/core/call"
import { newsAdminCalls } from "@uc/contract/news/admin-calls"
import { newsCalls } from "@uc/contract/news/calls"
import { noticeCalls, noticeMessages } from "@uc/contract/notices/calls"
import { picturesIn, richTextMessages } from "@uc/contract/rich-text/rich-text"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { officeFile } from "../../testing/test-archives.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { requestFile, uploadFile } from "../../testing/test-files.ts"
import { postgresBlobs } from "../attachments/blob-store.ts"
import { removeOrphans } from "../attachments/remove-orphans.ts"

let app: TestApp
beforeAll(async () => {
  app = await testApp({}, afterAll)
})

const draft: InputOf<typeof noticeCalls.save> = {
  title: "安全检查安排",
  kind: "通知公告",
  body: "<p>见附件。</p>",
  isForOwn: true,
  isShared: false,
  isPinned: false,
  publish: "now",
}

async function picture(client: TestClient): Promise<string> {
  const file = await createCanvas(80, 60).encode("png")
  return (await uploadFile(app, client, file, "现场.png")).id
}
const image = (id: string) => `<img data-picture="${id}" alt="现场" width="80" height="60" />`
const document = async (client: TestClient) =>
  (await uploadFile(app, client, officeFile("docx"), "安排.docx")).id
const seen = async (client: TestClient, id: string) => (await requestFile(app, client, id)).statusCode === 200

test("[DAY-8][ROLE-2] files and pictures of a notice are seen by whom it is for, and by nobody else", async () => {
  const bureau = await app.as("bureau-a")
  const [file, inside] = [await document(bureau), await picture(bureau)]
  const body = `<p>见附件。</p>${image(inside)}<table><tbody><tr><th>时间</th></tr></tbody></table>`
  const planned = { ...draft, isShared: true, body, attachments: file, publish: "draft" as const }
  const saved = await bureau.send(noticeCalls.save, planned)
  const [teacher, elsewhere] = [await app.as("teacher-a1"), await app.as("teacher-b1")]
  // A draft is its authors' alone.
  for (const id of [file, inside])
    expect([
      await seen(bureau, id),
      await seen(teacher, id),
      await seen(await app.as("clerk-a"), id),
    ]).toEqual([true, false, false])
  const { id: noticeid } = await bureau.send(noticeCalls.save, {
    ...planned,
    publish: "now",
    noticeid: saved.id,
    version: saved.version,
  })
  expect(await teacher.send(noticeCalls.detail, { noticeid })).toMatchObject({
    body,
    attachments: [{ id: file, name: "安排.docx", width: null }],
  })
  for (const id of [file, inside])
    expect([await seen(teacher, id), await seen(elsewhere, id), await seen(app.anonymous, id)]).toEqual([
      true,
      false,
      false,
    ])
  const { version } = await bureau.send(noticeCalls.writtenDetail, { noticeid })
  await bureau.send(noticeCalls.withdraw, { noticeid, version })
  expect(await seen(teacher, file)).toBe(false)
})

test("[DAY-8] a notice keeps its files unless it is saved without them; what it lets go is removed", async () => {
  const head = await app.as("head-a1")
  const [one, two, inside] = [await document(head), await document(head), await picture(head)]
  const first = { ...draft, body: image(inside), attachments: `${one},${two}` }
  const { id: noticeid, version } = await head.send(noticeCalls.save, first)
  const files = async () =>
    (await head.send(noticeCalls.writtenDetail, { noticeid })).attachments.map(({ id }) => id)
  const again = await head.send(noticeCalls.save, { ...draft, body: image(inside), noticeid, version })
  expect(await files()).toEqual([one, two])
  const { version: last } = await head.send(noticeCalls.save, {
    ...draft,
    noticeid,
    version: again.version,
    attachments: two,
  })
  expect(await files()).toEqual([two])
  // Its uploader's again, who may undo it; a day later it is gone.
  const teacher = await app.as("teacher-a1")
  for (const id of [one, inside])
    expect([await seen(head, id), await seen(teacher, id)]).toEqual([true, false])
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update attachment set created_at = now() - interval '25 hours' where subject is null`),
  )
  await removeOrphans(app.database, postgresBlobs)
  for (const id of [one, inside]) expect(await seen(head, id)).toBe(false)
  expect(await seen(teacher, two)).toBe(true)
  await head.send(noticeCalls.remove, { noticeid, version: last })
  expect(await seen(teacher, two)).toBe(false)
})

test("[DAY-8] the files of a notice keep the order in which they were put, also when it is edited", async () => {
  const head = await app.as("head-a1")
  const [one, two, three] = [await document(head), await document(head), await document(head)]
  const order = async (noticeid: string) =>
    (await head.send(noticeCalls.writtenDetail, { noticeid })).attachments.map(({ id }) => id)
  const { id, version } = await head.send(noticeCalls.save, { ...draft, attachments: `${three},${one}` })
  expect(await order(id)).toEqual([three, one])
  const again = { ...draft, noticeid: id, version, attachments: `${two},${one},${three}` }
  await head.send(noticeCalls.save, again)
  expect(await order(id)).toEqual([two, one, three])
  const read = await (await app.as("teacher-a1")).send(noticeCalls.detail, { noticeid: id })
  expect(read.attachments.map((each) => each.id)).toEqual([two, one, three])
})

test("[DAY-8] pictures of others, other files and too many are refused; foreign addresses are dropped", async () => {
  const [head, other] = [await app.as("head-a1"), await app.as("head-a2")]
  const said = async (more: Partial<typeof draft>) => {
    const answer = await head.request(noticeCalls.save, { ...draft, ...more })
    return answer.json<{ msg: string }>().msg
  }
  const [foreign, file, own] = [await picture(other), await document(head), await picture(head)]
  expect(await said({ body: image(foreign) })).toBe(richTextMessages.pictureGone)
  expect(await said({ body: image(file) })).toBe(richTextMessages.pictureGone)
  expect(await said({ attachments: foreign })).toBe(attachmentMessages.gone)
  expect(await said({ attachments: "1,2,3,4,5,6,7,8,9,10" })).toBe(attachmentMessages.tooMany)
  const many = Array.from({ length: 31 }, (_, no) => image(String(no + 1))).join("")
  expect(await said({ body: many })).toBe(richTextMessages.tooManyPictures)
  expect(await said({ body: "<p> </p><img src=https://evil.example/x>" })).toBe(noticeMessages.bodyMissing)
  // Nothing of a refused save is kept: the picture is still free.
  const { id: noticeid } = await head.send(noticeCalls.save, {
    ...draft,
    body: `<script>alert(1)</script>${image(own)}<img src=https://evil.example/x>`,
  })
  expect((await head.send(noticeCalls.detail, { noticeid })).body).toBe(image(own))
  // Linked to one notice it does not go to another.
  expect(await said({ body: image(own) })).toBe(richTextMessages.pictureGone)
})

test("[DAY-8][ROLE-2] pictures of news are seen by its readers once it is published", async () => {
  const [bureau, head, teacher] = [
    await app.as("bureau-a"),
    await app.as("head-a1"),
    await app.as("teacher-a1"),
  ]
  const column = await bureau.send(newsAdminCalls.saveColumn, {
    name: "图片",
    isPublic: false,
    isShared: true,
  })
  const inside = await picture(bureau)
  const piece = {
    columnId: column.id,
    title: "演练",
    summary: "",
    author: "",
    isPublic: false,
    isShared: true,
  }
  const saved = await bureau.send(newsAdminCalls.save, { ...piece, body: image(inside) })
  expect([await seen(bureau, inside), await seen(teacher, inside)]).toEqual([true, false])
  // A picture is enough of a text.
  const published = await bureau.send(newsAdminCalls.publish, saved)
  for (const client of [bureau, head, teacher]) expect(await seen(client, inside)).toBe(true)
  expect(await seen(await app.as("teacher-b1"), inside)).toBe(false)
  expect(picturesIn((await teacher.send(newsCalls.detail, { id: saved.id })).body)).toEqual([inside])
  await bureau.send(newsAdminCalls.remove, { id: saved.id, version: published.version })
  expect([await seen(bureau, inside), await seen(teacher, inside)]).toEqual([true, false])
})
