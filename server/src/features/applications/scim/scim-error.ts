import { scimMessages, scimSchemas, type ScimErrorType } from "@uc/contract/applications/scim"

interface Details {
  readonly type?: ScimErrorType
  readonly retryAfterS?: number
}

/** What a client of SCIM is told, in the protocol's shape (RFC 7644, 3.12). */
export class ScimError extends Error {
  readonly status: number
  readonly details: Details

  constructor(status: number, message: string, details: Details = {}) {
    super(message)
    this.name = "ScimError"
    this.status = status
    this.details = details
  }
}

export function badRequest(type: ScimErrorType, message: string): ScimError {
  return new ScimError(400, message, { type })
}

export function notFound(): ScimError {
  return new ScimError(404, scimMessages.notFound)
}

export function errorBody(status: number, detail: string, type?: ScimErrorType): Record<string, unknown> {
  return {
    schemas: [scimSchemas.error],
    status: String(status),
    ...(type !== undefined && { scimType: type }),
    detail,
  }
}
