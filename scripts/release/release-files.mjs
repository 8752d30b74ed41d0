// OPS-7: what a release is made of, as functions over the texts of the project: nothing is read or written here.
import { posix } from "node:path"

/** Commands of package.json that need the sources. Every other one is an operator's, and is in the release. */
export const sourceCommands = [
  "dev",
  "test",
  "test:nodes",
  "test:browsers",
  "test:sso",
  "soak",
  "bench",
  "requirements",
  "check",
  "lint",
  "format",
  "format:check",
  "unit",
  "e2e",
  "migration",
  "release",
  "deb",
  "keep-release",
]

/**
 * Name and script of every command that an operator has.
 * @param {Readonly<Record<string, string>>} scripts of package.json
 * @returns {Record<string, string>}
 */
export function operatorCommands(scripts) {
  return Object.fromEntries(
    Object.entries(scripts)
      .filter(([name]) => !sourceCommands.includes(name))
      .map(([name, command]) => {
        const script = /^exec node (scripts\/[\w-]+\.mjs)$/.exec(command)?.[1]
        if (script !== `scripts/${name}.mjs`)
          throw new Error(
            `The command ${name} runs \`${command}\`: in a release it would have to be \`exec node scripts/${name}.mjs\`. ` +
              "A command that needs the sources is named in scripts/release/release-files.mjs.",
          )
        return [name, script]
      }),
  )
}

/**
 * The scripts with everything that they import from the project.
 * @param {readonly string[]} scripts
 * @param {(path: string) => string} read
 * @returns {string[]}
 */
export function withImports(scripts, read) {
  const found = new Set(scripts)
  for (const path of found)
    for (const [, name = ""] of read(path).matchAll(/\bfrom "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)/g))
      if (name) found.add(posix.join(posix.dirname(path), name))
  return [...found].toSorted()
}

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 * @property {Readonly<Record<string, string>>} [peerDependencies]
 * @property {Readonly<Record<string, { optional?: boolean }>>} [peerDependenciesMeta]
 *
 * @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages
 */

/** Debian, Ubuntu, openEuler, Kylin and the like have glibc. Alpine's musl is not among them. */
export const platforms = /** @type {const} */ (["linux-x64", "linux-arm64"])
/** @typedef {typeof platforms[number]} Platform */

/**
 * Where the packages stand that the server needs at run time on these platforms: paths as in the lockfile.
 * @param {LockedPackages} packages
 * @param {readonly Platform[]} wanted
 * @returns {string[]}
 */
export function runtimePackages(packages, wanted) {
  /** @type {Set<string>} */
  const found = new Set()
  /** @param {string} from */
  const follow = (from) => {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[from] ?? {}
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    )
    const optional = Object.keys(optionalDependencies ?? {})
    for (const name of [...Object.keys(dependencies ?? {}), ...peers, ...optional]) {
      const path = resolved(packages, from, name)
      if (path === null) {
        if (optional.includes(name)) continue
        throw new Error(`${from} needs ${name}, which the lockfile does not have.`)
      }
      const locked = packages[path] ?? {}
      // Our own packages are part of the built server.
      if (locked.link || found.has(path) || !wanted.some((platform) => runsOn(locked, platform))) continue
      found.add(path)
      follow(path)
    }
  }
  follow("server")
  return [...found].toSorted()
}

/**
 * As Node looks for it: in the package itself, then in the folders above.
 * @param {LockedPackages} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null}
 */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    const path = `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (!folder.includes("/node_modules/")) break
  }
  const top = `node_modules/${name}`
  return packages[top] ? top : null
}

/**
 * @param {LockedPackage} locked
 * @param {Platform} platform
 */
export function runsOn({ os, cpu, libc }, platform) {
  const [system = "", machine = ""] = platform.split("-")
  return (
    (os?.includes(system) ?? true) && (cpu?.includes(machine) ?? true) && (libc?.includes("glibc") ?? true)
  )
}

/** Descriptions for compilers and debuggers, and settings of a package's own tools: Node reads none of them. */
export const isNeeded = (/** @type {string} */ file) =>
  !/\.(?:map|d\.[cm]?ts)$/.test(file) && !/^\.(?!helmignore$)/.test(file)

/** Documents for whoever runs it; decisions, drawings and the guides to the code stay with the sources. */
export const isDocument = (/** @type {string} */ path) =>
  /^(?:LICENSE|(?:README|README\.zh-CN|CHANGELOG|SECURITY)\.md)$/.test(path) ||
  (/^docs\/[^/]+\.md$/.test(path) &&
    !/\/(?:benchmarks|glossary|guarantees|requirements|tour)\.md$/.test(path))

/**
 * The shell script `user-centre` at the release's top. It uses no program but node.
 * @param {readonly string[]} commands
 */
export function launcher(commands) {
  return `#!/bin/sh
# user-centre COMMAND [options]: runs a command of this release with the node beside it, or the one that PATH has.
# ENV_FILE: a file with variables, one NAME=value in each line; those of the environment go before it.
set -eu
here=\${0%/*}
name=\${1:-}
case "$name" in
  ${commands.join(" | ")}) shift ;;
  --help | -h | help)
    echo "user-centre COMMAND [options]; commands: ${commands.join(", ")}"
    echo "user-centre COMMAND --help says what a command does; --version which release this is."
    exit 0
    ;;
  --version)
    while read -r line; do
      case "$line" in
        '"version": "'*)
          line=\${line#*: ?}
          echo "\${line%%\\"*}"
          ;;
      esac
    done <"$here/package.json"
    exit 0
    ;;
  *)
    echo "user-centre COMMAND [options]; commands: ${commands.join(", ")}" >&2
    exit 2
    ;;
esac
node=node
if [ -x "$here/bin/node" ]; then node=$here/bin/node; fi
# The one variable that node reads before it reads a file of variables: authorities that certificates are trusted from.
if [ -z "\${NODE_EXTRA_CA_CERTS:-}" ] && [ -r "\${ENV_FILE:-}" ]; then
  while read -r line || [ -n "$line" ]; do
    case "$line" in
      NODE_EXTRA_CA_CERTS=*)
        value=\${line#*=}
        value=\${value#[\\"\\']}
        NODE_EXTRA_CA_CERTS=\${value%[\\"\\']}
        export NODE_EXTRA_CA_CERTS
        ;;
    esac
  done <"$ENV_FILE"
fi
exec "$node" \${ENV_FILE:+"--env-file=$ENV_FILE"} "$here/scripts/$name.mjs" "$@"
`
}
