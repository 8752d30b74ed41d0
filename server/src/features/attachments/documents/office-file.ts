import {
  attachmentMessages,
  claimedType,
  endingOf,
  type AttachmentType,
} from "@uc/contract/attachments/calls"
import { Refusal } from "../../../errors/refusal.ts"
import { refused } from "../refused.ts"
import { readCompoundFile, type CompoundFile } from "./compound-file.ts"
import { readZip, type ZipArchive } from "./zip-archive.ts"

type Subject = "text" | "table" | "slides"

/** The names of Office before 2007 and of WPS for the same container with the same streams. */
const oldTypes: Readonly<Record<Subject, readonly [AttachmentType, AttachmentType]>> = {
  text: ["application/msword", "application/wps-office.wps"],
  table: ["application/vnd.ms-excel", "application/wps-office.et"],
  slides: ["application/vnd.ms-powerpoint", "application/wps-office.dps"],
}

/** The stream that each program looks for; capitals differ between versions. */
const streams: Readonly<Record<string, Subject>> = {
  worddocument: "text",
  workbook: "table",
  book: "table",
  "powerpoint document": "slides",
}

/** Where Word and Excel keep a program, and a form of PowerPoint. */
const macroStores = new Set(["macros", "_vba_project", "_vba_project_cur", "vba", "vbaproject"])

/** A compound file by the streams that its directory names. Stored unchanged and only downloaded. */
export function compoundType(file: Buffer, name: string): AttachmentType {
  const compound = readCompoundFile(file)
  const lower = new Set([...compound.names].map((each) => each.toLowerCase()))
  if (lower.has("encryptedpackage")) throw refused(attachmentMessages.lockedOffice)
  const subject = subjectOf(compound)
  if (subject === null) throw refused(attachmentMessages.pretends(name))
  if ([...macroStores].some((store) => lower.has(store))) throw refused(attachmentMessages.macros)
  const claimed = claimedType(name)
  const [usual] = oldTypes[subject]
  const type = oldTypes[subject].find((each) => each === claimed)
  if (!type) throw refused(attachmentMessages.endsAs(name, endingOf(usual)))
  return type
}

/** At the top: a table inside of a text has its own streams further down. */
function subjectOf({ top }: CompoundFile): Subject | null {
  for (const name of top) {
    const subject = streams[name.toLowerCase()]
    if (subject !== undefined) return subject
  }
  return null
}

const newTypes = {
  word: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xl: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
} as const satisfies Record<string, AttachmentType>

const contents = "[Content_Types].xml"

/** An archive: an Office file by its table of contents, otherwise a zip without programs. Stored unchanged and only downloaded. */
export function archiveType(file: Buffer, name: string): AttachmentType {
  const claimed = claimedType(name)
  const archive = claimed === "application/zip" ? readZip(file) : readOfficeZip(file)
  const office = officeTypeOf(archive)
  if (claimed === "application/zip") {
    mustHoldNoPrograms(archive)
    return claimed
  }
  if (office === null) throw refused(attachmentMessages.pretends(name))
  if (claimed !== office) throw refused(attachmentMessages.endsAs(name, endingOf(office)))
  return office
}

const inOffice: Readonly<Record<string, string>> = {
  [attachmentMessages.brokenZip]: attachmentMessages.brokenOffice,
  [attachmentMessages.lockedZip]: attachmentMessages.lockedOffice,
  [attachmentMessages.pathInZip]: attachmentMessages.brokenOffice,
  [attachmentMessages.largeZip]: attachmentMessages.tooHeavy,
}

/** Nobody who sends a document knows that it is an archive. */
function readOfficeZip(file: Buffer): ZipArchive {
  try {
    return readZip(file)
  } catch (error) {
    const sentence = error instanceof Refusal ? inOffice[error.message] : undefined
    throw sentence === undefined ? error : refused(sentence)
  }
}

/** Null: no Office file. */
function officeTypeOf(archive: ZipArchive): AttachmentType | null {
  const types = archive.read(contents)?.toString("utf8")
  if (types === undefined) return null
  const names = archive.entries.map((entry) => entry.name.toLowerCase())
  // The part may have any name; then its kind says what it is. An entity could hide that.
  const hasMacros =
    names.some((each) => /(^|\/)vbaproject\.bin$|(^|\/)(vbadata\.xml|macrosheets\/)/.test(each)) ||
    /macroEnabled|vbaProject|macrosheet/i.test(types)
  if (hasMacros) throw refused(attachmentMessages.macros)
  if (/&|<!/.test(types)) throw refused(attachmentMessages.brokenOffice)
  const folder = (Object.keys(newTypes) as (keyof typeof newTypes)[]).find(
    (each) => types.includes(`${newTypes[each]}.main+xml`) && names.some((one) => one.startsWith(`${each}/`)),
  )
  return folder === undefined ? null : newTypes[folder]
}

/** What a computer runs when it is opened, by the endings that Windows, its shell and its script hosts know. */
const programs = new Set(
  [
    "exe com scr pif cpl dll sys drv ocx msi msp msc appx msix gadget",
    "bat cmd ps1 psm1 vb vbe vbs js jse mjs wsf wsh ws hta sct reg inf lnk url scf chm hlp",
    "jar apk app dmg pkg deb rpm sh command iso img vhd vhdx",
    "docm dotm xlsm xltm xlsb xlam xll pptm potm ppsm ppam",
  ].flatMap((endings) => endings.split(" ")),
)
const archives = new Set("zip rar 7z gz tgz tar bz2 xz cab arj lzh z zst".split(" "))

function withoutEnd(name: string, dropped: string): string {
  let end = name.length
  while (end > 0 && dropped.includes(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

function mustHoldNoPrograms({ entries }: ZipArchive): void {
  for (const { name, isFolder } of entries) {
    if (isFolder) continue
    const last = name.split("/").at(-1) ?? ""
    // Windows drops dots and spaces at the end of a name.
    const plain = withoutEnd(last, ". ").toLowerCase()
    const ending = plain.includes(".") ? (plain.split(".").at(-1) ?? "") : ""
    if (programs.has(ending) || plain === "vbaproject.bin")
      throw refused(attachmentMessages.programInZip(shortened(last)))
    if (archives.has(ending)) throw refused(attachmentMessages.zipInZip(shortened(last)))
  }
}

/** In a sentence; the ending stays. */
function shortened(name: string): string {
  return name.length <= 40 ? name : `…${name.slice(-39)}`
}
