// OPS-7: a Debian package around a release. dpkg-deb packs it; no other tool of Debian's is needed.
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { dirname, join, relative } from "node:path"
import { gzipSync } from "node:zlib"
import { Failure, root } from "../prepare.mjs"

/** What Debian calls the machines. */
export const architectures = /** @type {const} */ ({ "linux-x64": "amd64", "linux-arm64": "arm64" })

/**
 * @param {object} about
 * @param {string} about.version
 * @param {string} about.architecture
 * @param {boolean} about.hasNode
 * @param {number} about.kilobytes
 */
export function controlFile({ version, architecture, hasNode, kilobytes }) {
  // Debian 13 has Node 20.19; Debian 12 has 18, so there it comes from elsewhere, or with the package.
  const depends = ["adduser", "libc6 (>= 2.28)", "libstdc++6", ...(hasNode ? [] : ["nodejs (>= 20.19)"])]
  return `Package: user-centre
Version: ${version}
Architecture: ${architecture}
Maintainer: User centre <root@localhost>
Installed-Size: ${kilobytes}
Section: web
Priority: optional
Depends: ${depends.join(", ")}
Recommends: logrotate
Suggests: nginx | caddy, postgresql (>= 15)
Description: portal for schools, education bureaus and enterprises
 A menu-driven portal that hosts other systems, with tasks, notices, patrols,
 hazards and alarms. It brings an embedded PostgreSQL, or uses one of yours.
 .
 The data in /var/lib/user-centre is kept when the package is removed or purged.
`
}

/**
 * @param {object} wanted
 * @param {string} wanted.release the folder of a staged release
 * @param {string} wanted.staging an empty folder
 * @param {string} wanted.to where the package goes
 * @param {string} wanted.version
 * @param {string} wanted.architecture
 * @param {boolean} wanted.hasNode
 * @param {number} wanted.seconds
 */
export function makeDebianPackage({ release, staging, to, version, architecture, hasNode, seconds }) {
  const parts = join(root, "ops", "debian")
  /** @type {(from: string, path: string, mode: number) => void} */
  const put = (from, path, mode) => {
    mkdirSync(dirname(join(staging, path)), { recursive: true })
    copyFileSync(from, join(staging, path))
    chmodSync(join(staging, path), mode)
  }
  cpSync(release, join(staging, "usr/lib/user-centre"), { recursive: true, verbatimSymlinks: true })
  put(join(parts, "command.sh"), "usr/bin/user-centre", 0o755)
  put(join(parts, "user-centre.service"), "usr/lib/systemd/system/user-centre.service", 0o644)
  put(join(parts, "environment"), "etc/user-centre/user-centre.env", 0o640)
  put(join(parts, "logrotate"), "etc/logrotate.d/user-centre", 0o644)
  put(join(parts, "copyright"), "usr/share/doc/user-centre/copyright", 0o644)
  put(join(root, "README.md"), "usr/share/doc/user-centre/README.md", 0o644)
  const when = new Date(seconds * 1000).toUTCString().replace("GMT", "+0000")
  const log = `user-centre (${version}) stable; urgency=medium\n\n  * See /usr/lib/user-centre/CHANGELOG.md.\n\n -- User centre <root@localhost>  ${when}\n`
  writeFileSync(join(staging, "usr/share/doc/user-centre/changelog.gz"), gzipSync(log, { level: 9 }))

  const files = filesBelow(staging)
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const control = join(staging, "DEBIAN")
  mkdirSync(control)
  const kilobytes = Math.ceil(bytes / 1024)
  writeFileSync(join(control, "control"), controlFile({ version, architecture, hasNode, kilobytes }))
  writeFileSync(
    join(control, "conffiles"),
    "/etc/user-centre/user-centre.env\n/etc/logrotate.d/user-centre\n",
  )
  writeFileSync(
    join(control, "md5sums"),
    files
      .map((file) => [createHash("md5").update(readFileSync(file)).digest("hex"), relative(staging, file)])
      .filter(([, path]) => !path?.startsWith("etc/"))
      .map(([sum, path]) => `${sum}  ${path}\n`)
      .join(""),
  )
  for (const name of ["postinst", "prerm", "postrm"]) put(join(parts, name), `DEBIAN/${name}`, 0o755)
  settleTimes(staging, seconds)

  const file = join(to, `user-centre_${version}_${architecture}.deb`)
  const packed = spawnSync("dpkg-deb", ["--build", "--root-owner-group", "-Zxz", "-z2", staging, file], {
    encoding: "utf8",
    env: { ...process.env, SOURCE_DATE_EPOCH: String(seconds), LC_ALL: "C" },
  })
  if (packed.error)
    throw new Failure(`A Debian package is packed by dpkg-deb, which can't be run: ${packed.error.message}`)
  if (packed.status !== 0) throw new Failure(`dpkg-deb failed: ${packed.stderr}`)
  return file
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : []
    })
    .toSorted()
}

/**
 * @param {string} path
 * @param {number} seconds
 */
function settleTimes(path, seconds) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    if (entry.isDirectory()) {
      settleTimes(child, seconds)
      chmodSync(child, 0o755)
    }
    lutimesSync(child, seconds, seconds)
  }
}
