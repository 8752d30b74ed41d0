import { createCanvas, loadImage } from "@napi-rs/canvas"
import {
  attachmentCalls,
  attachmentFiles,
  attachmentLimits,
  attachmentMessages,
  attachmentService,
  type Attachment,
} from "@uc/contract/attachments/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { taskMessages } from "@uc/contract/tasks/messages"
import { taskCalls } from "@uc/contract/tasks/calls"
import { sql } from "drizzle-orm"
import type { LightMyRequestResponse } from "fastify"
import { deflateSync } from "node:zlib"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { unrestricted } from "../../db/scope.ts"
import { testApp, type TestApp, type TestClient } from "../../testing/test-app.ts"
import { postgresBlobs } from "./blob-store.ts"
import { oneAtATime } from "./one-at-a-time.ts"
import { removeOrphans } from "./remove-orphans.ts"

const base = defaultSiteConfig.services[attachmentService]
let app: TestApp
const clients = new Map<string, Promise<TestClient>>()

beforeAll(async () => {
  app = await testApp({}, afterAll)
})

function as(account: string): Promise<TestClient> {
  const client = clients.get(account) ?? app.as(account)
  clients.set(account, client)
  return client
}

function sendPart(
  client: TestClient,
  { id, no, body }: { id: string; no: number; body: Buffer },
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return app.app.inject({
    method: "POST",
    url: `${base}${attachmentFiles.part}?id=${id}&no=${no}`,
    headers: {
      host: "localhost",
      origin: "http://localhost",
      "content-type": "application/octet-stream",
      ...client.headers,
      ...headers,
    },
    payload: body,
  })
}

function fileOf(client: TestClient, id: string, size = "full"): Promise<LightMyRequestResponse> {
  return app.app.inject({
    method: "GET",
    url: `${base}${attachmentFiles.file}?id=${id}&size=${size}`,
    headers: { host: "localhost", ...client.headers },
  })
}

async function upload(client: TestClient, file: Buffer, name = "现场.jpg"): Promise<Attachment> {
  const { id } = await client.send(attachmentCalls.begin, { name, bytes: file.length })
  for (let no = 0; no * attachmentLimits.partBytes < file.length; no++) {
    const body = file.subarray(no * attachmentLimits.partBytes, (no + 1) * attachmentLimits.partBytes)
    const answer = await sendPart(client, { id, no, body })
    if (answer.statusCode !== 200) throw new Error(answer.json<{ msg: string }>().msg)
  }
  return client.send(attachmentCalls.finish, { id })
}

function refusal(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "taken",
    (error: unknown) => (error instanceof Error ? error.message : ""),
  )
}

function drawn(width: number, height: number, type: "jpeg" | "png" | "webp" | "gif"): Promise<Buffer> {
  const canvas = createCanvas(width, height)
  const paint = canvas.getContext("2d")
  paint.fillStyle = "#36c"
  paint.fillRect(0, 0, width / 2, height)
  return type === "png" ? canvas.encode("png") : canvas.encode(type as "webp", 80)
}

/** The smallest that readers open; `more` goes into its catalogue. */
function pdf(more = "", stream = ""): Buffer {
  const body = `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R${more}>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n${stream}`
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n${Buffer.byteLength(body, "latin1")}\n%%EOF\n`,
    "latin1",
  )
}

function objectStream(content: string): string {
  const packed = deflateSync(Buffer.from(content)).toString("latin1")
  return `9 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packed.length}>>stream\n${packed}\nendstream\nendobj\n`
}

test("[WORK-1] pictures and PDF upload in parts; a picture is re-encoded and scaled", async () => {
  const teacher = await as("teacher-a1")
  const photo = await drawn(3000, 1500, "jpeg")
  // Orientation 6, as a phone that was held upright writes it, and a place behind it.
  const exif = Buffer.concat([
    Buffer.from("Exif\0\0", "latin1"),
    Buffer.from("4d4d002a000000080001011200030000000100060000000000000047505331", "hex"),
    Buffer.from("GPS-120.1,30.2"),
  ])
  const marker = Buffer.from([0xff, 0xe1, (exif.length + 2) >> 8, (exif.length + 2) & 255])
  const script = "<script>alert(document.cookie)</script>"
  const turned = Buffer.concat([photo.subarray(0, 2), marker, exif, photo.subarray(2), Buffer.from(script)])
  const kept = await upload(teacher, turned)
  expect(kept).toMatchObject({ name: "现场.jpg", type: "image/jpeg", width: 1280, height: 2560 })

  const full = await fileOf(teacher, kept.id)
  expect(full.headers).toMatchObject({
    "content-type": "image/jpeg",
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("sandbox"),
    "content-disposition": expect.stringMatching(/^inline; filename=.*filename\*=UTF-8''%E7/),
    "cache-control": expect.stringContaining("private"),
  })
  for (const gone of ["script", "GPS-120", "Exif"]) expect(full.rawPayload.includes(gone)).toBe(false)
  const small = await loadImage((await fileOf(teacher, kept.id, "list")).rawPayload)
  expect([small.width, small.height]).toEqual([160, 320])

  for (const type of ["png", "webp", "gif"] as const)
    expect(await upload(teacher, await drawn(40, 30, type), `图.${type}`)).toMatchObject({
      type: "image/webp",
      width: 40,
      height: 30,
    })

  const paper = await upload(teacher, pdf(), "方案.pdf")
  expect(paper).toMatchObject({ type: "application/pdf", width: null })
  const download = await fileOf(teacher, paper.id)
  expect(download.headers["content-disposition"]).toMatch(/^attachment/)
  expect(download.rawPayload).toEqual(pdf())
  expect((await fileOf(teacher, paper.id, "list")).statusCode).toBe(403)
})

test("[WORK-1] what is no picture and no PDF is refused by its content, each with a sentence", async () => {
  const teacher = await as("teacher-a1")
  const png = await drawn(40, 30, "png")
  const jpeg = await drawn(400, 300, "jpeg")
  const bomb = Buffer.from(png)
  bomb.writeUInt32BE(60_000, 16)
  bomb.writeUInt32BE(60_000, 20)
  // A mark without a length, behind which the decoder finds a picture of four gigapixels and a reader by lengths a small one.
  const frame = (side: number) => [
    0xff,
    0xc0,
    0,
    11,
    8,
    side >> 8,
    side & 255,
    side >> 8,
    side & 255,
    1,
    1,
    0x11,
    0,
  ]
  const twoSizes = Buffer.from([
    0xff,
    0xd8,
    0xff,
    0xd0,
    ...frame(65_500),
    ...Buffer.alloc(65_472),
    ...frame(9),
    0xff,
    0xd9,
  ])
  const manyScans = Buffer.concat([
    jpeg.subarray(0, -2),
    ...Array.from({ length: 65 }, () => Buffer.from([0xff, 0xda, 0, 2])),
    jpeg.subarray(-2),
  ])
  const gif = await drawn(40, 30, "gif")
  const wide = Buffer.from(gif)
  wide.fill(0xff, gif.indexOf(0x2c, 13) + 5, gif.indexOf(0x2c, 13) + 9)
  const javascript = "/OpenAction<</S/JavaScript/JS(app.alert(1))>>"
  const cases: [string, Buffer, string][] = [
    ["脚本.png", Buffer.from("<script>alert(1)</script>"), attachmentMessages.pretends("脚本.png")],
    ["网页.pdf", Buffer.from("<!DOCTYPE html><title>x</title>"), attachmentMessages.pretends("网页.pdf")],
    ["图.svg", Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'), attachmentMessages.svg],
    ["表.xlsx", Buffer.from("PK\u0003\u0004"), attachmentMessages.brokenOffice],
    ["程序.exe", Buffer.from("MZ\u0000"), attachmentMessages.notSupported],
    [
      "gif.gif",
      Buffer.from("GIF89a\u0009\u0000\u0009\u0000/*<script>*/=1;"),
      attachmentMessages.brokenPicture,
    ],
    ["半张.jpg", jpeg.subarray(0, 300), attachmentMessages.brokenPicture],
    ["半张.png", png.subarray(0, 40), attachmentMessages.brokenPicture],
    ["炸弹.png", bomb, attachmentMessages.tooManyPixels],
    ["前缀.pdf", Buffer.concat([Buffer.from("<html>"), pdf()]), attachmentMessages.pretends("前缀.pdf")],
    ["半份.pdf", pdf().subarray(0, 60), attachmentMessages.brokenPdf],
    ["假的.pdf", Buffer.from("%PDF-1.4\n<script>alert(1)</script>\n%%EOF"), attachmentMessages.brokenPdf],
    ["脚本.pdf", pdf(javascript), attachmentMessages.activePdf],
    [
      "转义.pdf",
      pdf(javascript.replace("/JavaScript", "/J#61vaScript").replace("/JS", "/#4aS")),
      attachmentMessages.activePdf,
    ],
    ["藏着.pdf", pdf("", objectStream(`1 0 <<${javascript}>>`)), attachmentMessages.activePdf],
    [
      "假流.pdf",
      pdf("", `%>>stream\n9 0 obj<<${javascript}>>endobj\n%endstream\n`),
      attachmentMessages.activePdf,
    ],
    [
      "改名的流.pdf",
      pdf("", objectStream(`1 0 <<${javascript}>>`).replace("/ObjStm", "/Obj#53tm")),
      attachmentMessages.activePdf,
    ],
    [
      "差分.pdf",
      pdf("", objectStream("1 0 <<>>").replace("/N 1", "/N 1/DecodeParms<</Predictor 12>>")),
      attachmentMessages.activePdf,
    ],
    // A million beginnings without an end: scanned in one pass.
    ["拖时间.pdf", pdf("", "stream\n".repeat(1_200_000)), "taken"],
    ["两张.jpg", twoSizes, attachmentMessages.brokenPicture],
    ["扫不完.jpg", manyScans, attachmentMessages.brokenPicture],
    ["大框.gif", wide, attachmentMessages.tooManyPixels],
    [
      "打不开.pdf",
      pdf("", "9 0 obj<</Type/ObjStm>>stream\nnot packed\nendstream endobj\n"),
      attachmentMessages.brokenPdf,
    ],
  ]
  for (const [name, file, why] of cases)
    expect([name, await refusal(upload(teacher, file, name))]).toEqual([name, why])
  expect(await upload(teacher, pdf("", objectStream("1 0 <</Type/Page>>")), "干净.pdf")).toMatchObject({
    type: "application/pdf",
  })
})

test("[WORK-1] empty, too large, doubled, foreign and unfinished parts are refused", async () => {
  const [teacher, other] = [await as("teacher-a1"), await as("teacher-a2")]
  const { bytes, partBytes } = attachmentLimits
  await expect(teacher.send(attachmentCalls.begin, { name: "空.png", bytes: 0 })).rejects.toThrow(
    attachmentMessages.empty,
  )
  await expect(teacher.send(attachmentCalls.begin, { name: "大.png", bytes: bytes + 1 })).rejects.toThrow(
    attachmentMessages.tooLarge,
  )
  const png = await drawn(40, 30, "png")
  const { id } = await teacher.send(attachmentCalls.begin, { name: "图.png", bytes: png.length })
  const part = { id, no: 0, body: png }
  const status = async (...asked: Parameters<typeof sendPart>) => (await sendPart(...asked)).statusCode
  expect(await status(other, part)).toBe(409)
  expect(await status(app.anonymous, part)).toBe(401)
  expect(await status(teacher, part, { origin: "https://evil.example" })).toBe(403)
  expect(await status(teacher, { ...part, no: 1 })).toBe(400)
  expect(await status(teacher, { ...part, body: png.subarray(1) })).toBe(400)
  expect(await status(teacher, { ...part, body: Buffer.alloc(partBytes + 1) })).toBe(413)
  expect(await status(teacher, { ...part, id: "1;drop" })).toBe(400)
  await expect(teacher.send(attachmentCalls.finish, { id })).rejects.toThrow(attachmentMessages.incomplete)
  expect(await status(teacher, part)).toBe(200)
  expect(await status(teacher, part)).toBe(200)
  await expect(other.send(attachmentCalls.finish, { id })).rejects.toThrow(attachmentMessages.gone)
  const kept = await teacher.send(attachmentCalls.finish, { id })
  expect(await teacher.send(attachmentCalls.finish, { id })).toEqual(kept)
  expect(await status(teacher, part)).toBe(409)
  expect((await fileOf(other, id)).statusCode).toBe(403)
  await expect(other.send(attachmentCalls.remove, { id })).rejects.toThrow(attachmentMessages.notRemovable)
  await teacher.send(attachmentCalls.remove, { id })
  expect((await fileOf(teacher, id)).statusCode).toBe(403)

  const take = oneAtATime(1, 1)
  const order: number[] = []
  const first = take(
    async () => void order.push(1),
    () => new Error("full"),
  )
  const second = take(
    async () => void order.push(2),
    () => new Error("full"),
  )
  await expect(
    take(
      async () => void order.push(3),
      () => new Error("full"),
    ),
  ).rejects.toThrow("full")
  await Promise.all([first, second])
  expect(order).toEqual([1, 2])
})

test("[WORK-1][ROLE-2] a task's files are seen by its viewers, a work's by them and the giver", async () => {
  const [bureau, one, two, teacher] = [
    await as("bureau-a"),
    await as("head-a1"),
    await as("head-a2"),
    await as("teacher-a1"),
  ]
  const { rows: orgs } = await app.database.systemDb.execute<{ id: string }>(
    sql`select id::text from organisation where name in ('甲一小学', '甲二小学') order by name`,
  )
  const plan = await upload(bureau, pdf(), "方案.pdf")
  expect((await fileOf(one, plan.id)).statusCode).toBe(403)
  const { id } = await bureau.send(taskCalls.create, {
    title: "隐患排查",
    content: "",
    priority: 2,
    deadline: null,
    steps: [],
    repeat: null,
    organisations: orgs.map((org) => org.id).join(","),
    attachments: plan.id,
  })
  const status = async (client: TestClient, file: string) => (await fileOf(client, file)).statusCode
  for (const client of [bureau, one, two]) expect(await status(client, plan.id)).toBe(200)
  for (const client of [teacher, await as("bureau-b"), await as("head-b1"), app.anonymous])
    expect(await status(client, plan.id)).toBeGreaterThanOrEqual(400)
  // Linked already: neither removed nor linked again, and nobody links a foreign one.
  await expect(bureau.send(attachmentCalls.remove, { id: plan.id })).rejects.toThrow(
    attachmentMessages.notRemovable,
  )

  const photo = await upload(one, await drawn(40, 30, "png"))
  const { mine, attachments } = await two.send(taskCalls.detail, { id })
  expect(attachments.map(({ name }) => name)).toEqual(["方案.pdf"])
  await expect(two.send(taskCalls.finish, { work: mine?.id ?? "", attachments: photo.id })).rejects.toThrow(
    attachmentMessages.gone,
  )
  const work = (await one.send(taskCalls.detail, { id })).mine?.id ?? ""
  await one.send(taskCalls.finish, { work, attachments: photo.id })
  const { items } = await bureau.send(taskCalls.assignees, { id, state: "done" })
  expect(items[0]?.attachments.map((each) => each.id)).toEqual([photo.id])
  for (const client of [bureau, one]) expect(await status(client, photo.id)).toBe(200)
  for (const client of [two, teacher, await as("bureau-b")]) expect(await status(client, photo.id)).toBe(403)

  // Files are added later only by who manages the task, up to the limit.
  const more = await upload(bureau, pdf(), "补充.pdf")
  const { version, title, content, priority } = await bureau.send(taskCalls.detail, { id })
  const change = { id, version, title, content, priority, deadline: null }
  await expect(one.send(taskCalls.change, { ...change, attachments: more.id })).rejects.toThrow(
    taskMessages.notGiver,
  )
  await expect(bureau.send(taskCalls.change, { ...change, attachments: photo.id })).rejects.toThrow(
    attachmentMessages.gone,
  )
  const changed = await bureau.send(taskCalls.change, { ...change, attachments: more.id })
  expect(changed.attachments.map(({ name }) => name)).toEqual(["方案.pdf", "补充.pdf"])
  expect(await status(two, more.id)).toBe(200)
  expect(await status(teacher, more.id)).toBeGreaterThanOrEqual(400)
  const many: string[] = []
  while (many.length < attachmentLimits.each - 1) many.push((await upload(bureau, pdf(), "多.pdf")).id)
  const again = { ...change, version: changed.version, attachments: many.join(",") }
  await expect(bureau.send(taskCalls.change, again)).rejects.toThrow(attachmentMessages.tooMany)
  expect((await bureau.send(taskCalls.detail, { id })).version).toBe(changed.version)
})

test("[DAY-8] files of a task keep the order in which they were put; later ones follow", async () => {
  const [bureau, head] = [await as("bureau-a"), await as("head-a1")]
  const uploads = async (client: TestClient) =>
    [await upload(client, pdf()), await upload(client, pdf()), await upload(client, pdf())].map(
      ({ id }) => id,
    )
  const [one = "", two = "", later = ""] = await uploads(bureau)
  const { rows } = await app.database.systemDb.execute<{ id: string }>(
    sql`select id::text from organisation where name = '甲一小学'`,
  )
  const what = { title: "按顺序阅读", content: "", priority: 2, deadline: null } as const
  const { id } = await bureau.send(taskCalls.create, {
    ...what,
    steps: [],
    repeat: null,
    organisations: rows[0]?.id ?? "",
    attachments: `${two},${later}`,
  })
  const { version } = await bureau.send(taskCalls.detail, { id })
  await bureau.send(taskCalls.change, { id, version, ...what, attachments: one })
  const { attachments, mine } = await head.send(taskCalls.detail, { id })
  expect(attachments.map((each) => each.id)).toEqual([two, later, one])
  const put = (await uploads(head)).toReversed()
  await head.send(taskCalls.finish, { work: mine?.id ?? "", attachments: put.join(",") })
  const { items } = await bureau.send(taskCalls.assignees, { id, state: "done" })
  expect(items[0]?.attachments.map((each) => each.id)).toEqual(put)
})

test("[WORK-1] what was never used is gone after a day with its bytes, and only that", async () => {
  const teacher = await as("teacher-a1")
  const [old, fresh] = [await upload(teacher, await drawn(9, 9, "png")), await upload(teacher, pdf())]
  const pieces = async () => {
    const { rows } = await app.database.systemDb.execute<{ count: string }>(
      sql`select count(*) from blob_piece`,
    )
    return Number(rows[0]?.count)
  }
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`update attachment set created_at = now() - interval '25 hours' where id = ${old.id}`),
  )
  const before = await pieces()
  expect(await removeOrphans(app.database, postgresBlobs)).toBe(1)
  expect(await pieces()).toBe(before - 2)
  expect((await fileOf(teacher, old.id)).statusCode).toBe(403)
  expect((await fileOf(teacher, fresh.id)).statusCode).toBe(200)
})

/** After as many parts as anybody sends in an hour. */
async function teacherPart(): Promise<LightMyRequestResponse> {
  const teacher = await as("teacher-b1")
  const { id } = await teacher.send(attachmentCalls.begin, { name: "方案.pdf", bytes: pdf().length })
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into quota (key, bucket, n)
      select 'upload-part:' || id, now(), ${attachmentLimits.partsPerHour} from person where account = 'teacher-b1'`),
  )
  return sendPart(teacher, { id, no: 0, body: pdf() })
}

test("[WORK-1] uploads are limited per person and hour, and by bytes a day", async () => {
  const worker = await as("worker-ae")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into attachment (org_id, uploader_id, name, bytes, blob_key)
      select org_id, id, '很多', ${attachmentLimits.bytesPerDay}, gen_random_uuid() from person where account = 'worker-ae'`),
  )
  await expect(worker.send(attachmentCalls.begin, { name: "图.png", bytes: 10 })).rejects.toThrow(
    attachmentMessages.quotaUsed,
  )
  const small = await teacherPart()
  expect([small.statusCode, small.json<{ msg: string }>().msg]).toEqual([429, attachmentMessages.tooOften])
  const boss = await as("boss-ae")
  await app.database.transaction(unrestricted, (db) =>
    db.execute(sql`insert into quota (key, bucket, n)
      select 'upload:' || id, now(), ${attachmentLimits.perHour} from person where account = 'boss-ae'`),
  )
  await expect(boss.send(attachmentCalls.begin, { name: "图.png", bytes: 10 })).rejects.toThrow(
    attachmentMessages.tooOften,
  )
})

test("[WORK-1] a part that arrives during the check waits and is refused", async () => {
  const teacher = await as("teacher-a1")
  const clean = pdf()
  const { id } = await teacher.send(attachmentCalls.begin, { name: "方案.pdf", bytes: clean.length })
  await sendPart(teacher, { id, no: 0, body: clean })
  let late: Promise<LightMyRequestResponse> | null = null
  // The check in the middle of its transaction, as the route's own.
  await app.database.transaction(unrestricted, async (db) => {
    await db.execute(sql`select from attachment where id = ${id} for update`)
    late = sendPart(teacher, { id, no: 0, body: Buffer.from(clean.map((byte) => byte ^ 1)) })
    await vi.waitFor(async () => {
      const { rows } = await app.database.systemDb.execute(
        sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%attachment%' and datname = current_database()`,
      )
      expect(rows).toHaveLength(1)
    })
    await db.execute(
      sql`update attachment set state = 'ready', media_type = 'application/pdf' where id = ${id}`,
    )
  })
  expect((await (late as unknown as Promise<LightMyRequestResponse>)).statusCode).toBe(409)
  expect((await fileOf(teacher, id)).rawPayload).toEqual(clean)
})

test("[WORK-1] file names hold no folders and nothing invisible, and end as their type", async () => {
  const teacher = await as("teacher-a1")
  const paper = await upload(teacher, pdf(), "../..\\etc/通\r\n知\u202Efdp.html")
  expect(paper.name).toBe("通知fdp.html")
  const disposition = async (id: string) => String((await fileOf(teacher, id)).headers["content-disposition"])
  expect(await disposition(paper.id)).toBe(
    `attachment; filename="__fdp.html.pdf"; filename*=UTF-8''${encodeURIComponent("通知fdp.html.pdf")}`,
  )
  const picture = await upload(teacher, await drawn(40, 30, "png"), "图.PNG")
  expect(await disposition(picture.id)).toContain(`filename="_.webp"`)
  expect((await fileOf(teacher, picture.id)).headers.vary).toContain("cookie")
  for (const name of ["/", "\u200B", "a/ "])
    expect([name, (await teacher.request(attachmentCalls.begin, { name, bytes: 9 })).statusCode]).toEqual([
      name,
      400,
    ])
})
