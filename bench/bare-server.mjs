// What the product is measured beside: Fastify with nothing of ours. Its one argument is a JSON file, see bare.ts.
import { readFileSync } from "node:fs"
import fastifyStatic from "@fastify/static"
import fastify from "fastify"

/** @type {import("./bare.ts").BareSite} */
const { folder, routes } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const app = fastify()
// Without it Fastify refuses the form that the product is sent too.
app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
  done(null, body),
)
for (const { method, path, type, body } of routes)
  app.route({ method, url: path, handler: (_request, reply) => reply.type(type).send(body) })
if (folder !== null) await app.register(fastifyStatic, { root: folder, preCompressed: true })
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)))
console.log(await app.listen({ port: 0, host: "127.0.0.1" }))
