import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { scratchPlace } from "../scripts/scratch-place.ts"
import { modulesOf } from "./qr-reader.ts"

const [width, height] = [640, 480]
const modulePx = 8

/** What Chromium's pretended camera sees: a code on a wall, as uncompressed YUV4MPEG2. */
export function codeFilm(svg: string): { readonly path: string; readonly remove: () => void } {
  const modules = modulesOf(svg)
  const start = { x: (width - modules.length * modulePx) / 2, y: (height - modules.length * modulePx) / 2 }
  const light = Buffer.alloc(width * height, 210)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const row = modules[Math.floor((y - start.y) / modulePx)]
      if (row?.[Math.floor((x - start.x) / modulePx)]) light[y * width + x] = 40
    }
  const grey = Buffer.alloc((width * height) / 2, 128)
  const frame = [Buffer.from("FRAME\n"), light, grey]
  const folder = mkdtempSync(join(scratchPlace(), "user-centre-film-"))
  const path = join(folder, "code.y4m")
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  writeFileSync(path, Buffer.concat([head, ...frame, ...frame]))
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
