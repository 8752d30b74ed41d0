import { providerBase } from "@uc/contract/applications/calls"
import type { FastifyInstance } from "fastify"

/** As an address it goes on beside cookies and other headers, of which Node takes 16 KB together. */
const formBytes = 8 * 1024

const paths = ["/auth", "/session/end"] as const

/**
 * SSO-12: OpenID Connect wants these two to take forms as well. The form of an application's page comes without our cookies
 * (`SameSite=Lax`), so the browser is sent on to the same address with the fields as parameters, and brings them.
 */
export function serveForms(app: FastifyInstance): void {
  app.register((scoped, _options, done) => {
    scoped.removeAllContentTypeParsers()
    scoped.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: formBytes },
      (_request, body, parsed) => parsed(null, body),
    )
    for (const path of paths)
      scoped.post(`${providerBase}${path}`, { bodyLimit: formBytes }, (request, reply) => {
        // A field that is there twice stays so: the provider refuses it.
        const fields = new URLSearchParams(typeof request.body === "string" ? request.body : "")
        return reply.redirect(`${providerBase}${path}?${fields.toString()}`, 303)
      })
    done()
  })
}
