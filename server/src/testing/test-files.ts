import {
  attachmentCalls,
  attachmentFiles,
  attachmentLimits,
  attachmentService,
  type Attachment,
} from "@uc/contract/attachments/calls"
import { defaultSiteConfig } from "@uc/contract/core/site-defaults"
import type { LightMyRequestResponse } from "fastify"
import type { TestApp, TestClient } from "./test-app.ts"

const base = defaultSiteConfig.services[attachmentService]

/** Uploads a file in parts, as the portal does; a refusal is thrown with its sentence. */
export async function uploadFile(
  { app }: TestApp,
  client: TestClient,
  file: Buffer,
  name: string,
): Promise<Attachment> {
  const { id } = await client.send(attachmentCalls.begin, { name, bytes: file.length })
  for (let no = 0; no * attachmentLimits.partBytes < file.length; no++) {
    const answer = await app.inject({
      method: "POST",
      url: `${base}${attachmentFiles.part}?id=${id}&no=${no}`,
      headers: {
        host: "localhost",
        origin: "http://localhost",
        "content-type": "application/octet-stream",
        ...client.headers,
      },
      payload: file.subarray(no * attachmentLimits.partBytes, (no + 1) * attachmentLimits.partBytes),
    })
    if (answer.statusCode !== 200) throw new Error(answer.json<{ msg: string }>().msg)
  }
  return client.send(attachmentCalls.finish, { id })
}

/** `more`: further parameters of its address. */
export function requestFile(
  { app }: TestApp,
  client: TestClient,
  id: string,
  more = "",
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: "GET",
    url: `${base}${attachmentFiles.file}?id=${id}${more}`,
    headers: { host: "localhost", ...client.headers },
  })
}
