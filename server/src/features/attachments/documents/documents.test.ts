import { attachmentMessages } from "@uc/contract/attachments/calls"
import { afterAll, beforeAll, expect, test } from "vitest"
import { compoundFile } from "../../../sheet/compound-file.ts"
import { xlsxOf } from "../../../sheet/xlsx-writer.ts"
import { archiveOf, officeFile } from "../../../testing/test-archives.ts"
import { requestFile, uploadFile } from "../../../testing/test-files.ts"
import { testApp, type TestApp, type TestClient } from "../../../testing/test-app.ts"

let app: TestApp
let teacher: TestClient

beforeAll(async () => {
  app = await testApp({}, afterAll)
  teacher = await app.as("teacher-a1")
})

const upload = (file: Buffer, name: string) => uploadFile(app, teacher, file, name)

const said = (file: Buffer, name: string): Promise<string> =>
  upload(file, name).then(
    ({ type }) => type,
    (error: unknown) => (error instanceof Error ? error.message : ""),
  )

const fileOf = (id: string, more: string) => requestFile(app, teacher, id, more)

/** Office before 2007, and WPS. */
function oldFile(...streams: string[]): Buffer {
  return compoundFile(streams.map((name) => ({ name, content: Buffer.alloc(5000, "正") })))
}

function pdf(): Buffer {
  const body =
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
  return Buffer.from(
    `${body}xref\n0 1\n0000000000 65535 f \ntrailer<</Size 3/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

const family = "application/vnd.openxmlformats-officedocument"
const photo = { name: "现场/照片.txt", content: "x" }

test("[DAY-8] Word, Excel, PowerPoint, WPS and zip are taken by their content", async () => {
  const cases: [string, Buffer, string][] = [
    ["方案.doc", oldFile("WordDocument", "1Table"), "application/msword"],
    ["台账.xls", oldFile("Workbook"), "application/vnd.ms-excel"],
    ["旧台账.xls", oldFile("Book"), "application/vnd.ms-excel"],
    ["培训.ppt", oldFile("PowerPoint Document", "Current User"), "application/vnd.ms-powerpoint"],
    ["方案.wps", oldFile("WordDocument"), "application/wps-office.wps"],
    ["台账.et", oldFile("Workbook"), "application/wps-office.et"],
    ["培训.dps", oldFile("PowerPoint Document"), "application/wps-office.dps"],
    ["方案.docx", officeFile("docx"), `${family}.wordprocessingml.document`],
    ["台账.XLSX", officeFile("xlsx"), `${family}.spreadsheetml.sheet`],
    ["培训.pptx", officeFile("pptx"), `${family}.presentationml.presentation`],
    // What this product writes itself.
    [
      "导出.xlsx",
      await xlsxOf([{ name: "表", columns: [{ title: "姓名", width: 9 }], rows: [["王芳"]] }]),
      `${family}.spreadsheetml.sheet`,
    ],
    ["材料.zip", archiveOf([{ name: "现场/" }, photo]), "application/zip"],
    // 照片.txt in GBK, as an old Windows packs it.
    [
      "旧.zip",
      archiveOf([{ name: "", rawName: Buffer.from("d5d5c6ac2e747874", "hex"), content: "x" }]),
      "application/zip",
    ],
  ]
  for (const [name, file, type] of cases) expect([name, await said(file, name)]).toEqual([name, type])
})

test("[DAY-8] an ending that the content contradicts is refused, with the right one where there is one", async () => {
  const { endsAs, pretends, brokenOffice, brokenZip, notSupported } = attachmentMessages
  const docx = officeFile("docx")
  const bent = Buffer.from(oldFile("WordDocument"))
  // The directory leads to itself.
  bent.writeUInt32LE(0x7fff_ffff, 48)
  const cases: [string, Buffer, string][] = [
    ["台账.xlsx", docx, endsAs("台账.xlsx", "docx")],
    ["方案.doc", docx, endsAs("方案.doc", "docx")],
    ["方案.docx", oldFile("WordDocument"), endsAs("方案.docx", "doc")],
    ["方案.doc", oldFile("Workbook"), endsAs("方案.doc", "xls")],
    ["培训.dps", oldFile("WordDocument"), endsAs("培训.dps", "doc")],
    ["方案.doc", oldFile("Contents"), pretends("方案.doc")],
    ["方案.docx", archiveOf([photo]), pretends("方案.docx")],
    ["方案.docx", Buffer.from("{\\rtf1 x}"), pretends("方案.docx")],
    ["网页.xls", Buffer.from("<html><table></table></html>"), pretends("网页.xls")],
    ["程序.zip", Buffer.from("MZ\u0000"), pretends("程序.zip")],
    ["照片.png", docx, pretends("照片.png")],
    ["扫描.docx", pdf(), pretends("扫描.docx")],
    ["方案.odt", docx, notSupported],
    ["方案.docx", docx.subarray(0, -9), brokenOffice],
    ["材料.zip", archiveOf([photo]).subarray(0, -9), brokenZip],
    ["方案.doc", bent, brokenOffice],
    ["半份.doc", oldFile("WordDocument").subarray(0, 600), brokenOffice],
  ]
  for (const [name, file, why] of cases) expect([name, await said(file, name)]).toEqual([name, why])
})

test("[DAY-8] macros and locked files are refused, whatever they are called", async () => {
  const { macros, lockedOffice, lockedZip, brokenOffice } = attachmentMessages
  const vba = { name: "word/vbaProject.bin", content: "x" }
  const renamed = `<Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vbaProject"/>`
  const hidden = `<Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vba&#80;roject"/>`
  const cases: [string, Buffer, string][] = [
    ["方案.docx", officeFile("docx", { more: [vba] }), macros],
    ["方案.docx", officeFile("docx", { types: renamed }), macros],
    ["方案.docx", officeFile("docx", { types: hidden }), brokenOffice],
    ["台账.xlsx", officeFile("xlsx", { more: [{ name: "xl/macrosheets/sheet1.xml" }] }), macros],
    ["台账.zip", officeFile("xlsx", { more: [{ name: "xl/vbaProject.bin" }] }), macros],
    ["方案.docm", officeFile("docx", { more: [vba] }), attachmentMessages.notSupported],
    ["方案.doc", oldFile("WordDocument", "Macros"), macros],
    ["台账.et", oldFile("Workbook", "_VBA_PROJECT_CUR"), macros],
    ["加密.docx", oldFile("EncryptionInfo", "EncryptedPackage"), lockedOffice],
    ["加密.zip", archiveOf([{ ...photo, claims: { flags: 1 } }]), lockedZip],
  ]
  for (const [name, file, why] of cases) expect([name, await said(file, name)]).toEqual([name, why])
})

test("[DAY-8] a zip with programs, odd paths, a bomb or a lie is refused", async () => {
  const { programInZip, zipInZip, pathInZip, largeZip, brokenZip } = attachmentMessages
  const zip = (...entries: Parameters<typeof archiveOf>[0]) => archiveOf([...entries])
  const blank = Buffer.alloc(20 * 1024 * 1024)
  const twice = archiveOf([photo, { name: "又一份.txt", content: "x", claims: { headerAt: 0 } }])
  const cases: [string, Buffer, string][] = [
    ["a program", zip({ name: "工具/setup.EXE" }), programInZip("setup.EXE")],
    ["a script", zip({ name: "说明.txt.vbs" }), programInZip("说明.txt.vbs")],
    ["a name with dots behind", zip({ name: "setup.exe. ." }), programInZip("setup.exe. .")],
    ["a macro file", zip({ name: "台账.xlsm" }), programInZip("台账.xlsm")],
    ["an archive", zip({ name: "里面.rar" }), zipInZip("里面.rar")],
    ["a path upwards", zip({ name: "../../照片.txt" }), pathInZip],
    ["a path of Windows", zip({ name: "..\\照片.txt" }), pathInZip],
    ["an absolute path", zip({ name: "/etc/passwd" }), pathInZip],
    ["a drive", zip({ name: "C:/照片.txt" }), pathInZip],
    ["a link", zip({ name: "照片", claims: { mode: 0xa1ff } }), pathInZip],
    ["blanks without end", zip({ name: "炸弹.txt", content: blank }), largeZip],
    ["a claimed size", zip({ ...photo, claims: { bytes: 0xffff_fff0 } }), largeZip],
    ["less than it is", zip({ name: "a.txt", content: blank, claims: { bytes: 9 } }), brokenZip],
    ["one content for two", twice, brokenZip],
    ["another name inside", zip({ ...photo, claims: { localName: "现场/程序.exe" } }), brokenZip],
    ["an unknown packing", zip({ ...photo, claims: { method: 99 } }), brokenZip],
    ["a program before it", Buffer.concat([Buffer.from("PK\u0003\u0004MZ"), zip(photo)]), brokenZip],
    ["words behind it", Buffer.concat([zip(photo), Buffer.from("<script>")]), brokenZip],
    ["too many", zip(...Array.from({ length: 2001 }, (_, no) => ({ name: `${no}` }))), largeZip],
    ["nothing", archiveOf([]), attachmentMessages.pretends("材料.zip")],
  ]
  for (const [what, file, why] of cases) expect([what, await said(file, "材料.zip")]).toEqual([what, why])
})

test("[DAY-8] documents are only downloaded; a PDF is shown or downloaded, and nothing in it acts", async () => {
  const docx = officeFile("docx")
  const { id } = await upload(docx, "关于“检查”的方案.docx")
  for (const more of ["", "&as=download"]) {
    const answer = await fileOf(id, more)
    expect(answer.headers).toMatchObject({
      "content-type": `${family}.wordprocessingml.document`,
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("sandbox; default-src 'none'"),
      "content-disposition": expect.stringMatching(
        /^attachment; filename="[\w.]+"; filename\*=UTF-8''.*\.docx$/,
      ),
    })
    expect(answer.rawPayload).toEqual(docx)
  }
  const shown = await fileOf(id, "&as=shown")
  expect([shown.statusCode, shown.json<{ msg: string }>().msg]).toEqual([415, attachmentMessages.notShown])
  expect((await fileOf(id, "&as=page")).statusCode).toBe(400)
  expect((await fileOf(id, "&size=list")).statusCode).toBe(403)

  const paper = await upload(pdf(), "方案.pdf")
  const inPlace = await fileOf(paper.id, "&as=shown")
  expect(inPlace.headers["content-disposition"]).toMatch(/^inline/)
  const policy = String(inPlace.headers["content-security-policy"])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  // A sandbox would have the browser refuse to show it.
  expect(policy).not.toContain("sandbox")
  expect(policy).not.toContain("script-src")
  expect((await fileOf(paper.id, "")).headers["content-disposition"]).toMatch(/^attachment/)
})
