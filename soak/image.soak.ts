import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { accountCalls } from "@uc/contract/account/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import { demoPassword } from "@uc/contract/demo/accounts"
import { expect, onTestFinished, test } from "vitest"
import { root } from "../scripts/prepare.mjs"

const signInPath = `${defaultSiteConfig.services[accountCalls.signIn.service]}${accountCalls.signIn.path}`
const image = "localhost/user-centre-soak"

function buildah(...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync("buildah", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, BUILDAH_ISOLATION: "chroot" },
  })
  if (error) throw new Error("NOT TRIED: `apt-get install buildah` is needed, and root.")
  expect(status, stderr.slice(-4000)).toBe(0)
  return stdout.trim()
}

interface Image {
  readonly Docker: {
    readonly config: {
      readonly User: string
      readonly Env: readonly string[]
      readonly Cmd: readonly string[]
      readonly Volumes: Readonly<Record<string, object>>
      readonly WorkingDir: string
      readonly StopSignal: string
      readonly Labels: Readonly<Record<string, string>>
      readonly Healthcheck: { readonly Test: readonly string[] }
    }
  }
}

/** As `docker run --read-only --network none`: the image's own user, variables and command, in a chroot that can't be written to. */
const confined = `
ip link set lo up
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount -t tmpfs -o mode=0750,uid=10001,gid=10001 tmpfs "$ROOT/var/lib/user-centre"
mount -o remount,bind,ro "$ROOT"
inside() { chroot --userspec=10001:10001 "$ROOT" env -i $VARIABLES DEMO=on "$@"; }
inside touch /opt/user-centre/written 2>/dev/null && { echo "the image can be written to" >&2; exit 1; }
# With exec, so that the signal below is for node and not for a shell in front of it.
(exec chroot --userspec=10001:10001 "$ROOT" env -i $VARIABLES DEMO=on sh -c 'cd /var/lib/user-centre && exec "$@"' start $COMMAND) \
  >"$ROOT/tmp/log" 2>&1 &
server=$!
"$NODE" "$CLIENT" http://127.0.0.1:8080 "$SIGN_IN" school "$PASSWORD" || { cat "$ROOT/tmp/log" >&2; kill $server; exit 1; }
inside node -e "$HEALTH"
kill -TERM $server
wait $server
cat "$ROOT/tmp/log" >&2
`

test("[OPS-7] the image is built, has user, volume, health check and labels, and signs in on a read-only file system", () => {
  const base = process.env["NODE_IMAGE"]
  const argument = base ? ["--build-arg", `NODE_IMAGE=${base}`] : []
  buildah("bud", "--format", "docker", ...argument, "-f", "Containerfile", "-t", image, ".")
  onTestFinished(() => void spawnSync("buildah", ["rmi", "--force", image]))
  const { config } = (JSON.parse(buildah("inspect", "--type", "image", image)) as Image).Docker
  expect(config).toMatchObject({
    User: "10001:10001",
    WorkingDir: "/var/lib/user-centre",
    StopSignal: "SIGTERM",
    Volumes: { "/var/lib/user-centre": {} },
    Labels: { "org.opencontainers.image.licenses": "Apache-2.0" },
  })
  expect(config.Healthcheck.Test.slice(0, 3)).toEqual(["CMD", "node", "-e"])
  console.log(buildah("images", "--format", "{{.Name}} {{.Size}}"))

  const container = buildah("from", "--pull-never", image)
  onTestFinished(() => void spawnSync("buildah", ["rm", container]))
  const ran = spawnSync("unshare", ["--net", "--mount", "--propagation", "private", "sh", "-euc", confined], {
    encoding: "utf8",
    env: {
      ...process.env,
      ROOT: buildah("mount", container),
      VARIABLES: config.Env.join(" "),
      COMMAND: config.Cmd.join(" "),
      HEALTH: config.Healthcheck.Test[3] ?? "",
      NODE: process.execPath,
      CLIENT: join(root, "soak", "sign-in-once.mjs"),
      SIGN_IN: signInPath,
      PASSWORD: demoPassword,
    },
  })
  console.log(ran.stdout, ran.stderr)
  expect(ran.status).toBe(0)
  expect(JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "")).toEqual({
    page: 200,
    isPortal: true,
    signIn: 200,
    errtype: null,
    cookie: "uc_sid",
  })
})
