import { scimLimits, scimSchemas, scimType } from "@uc/contract/applications/scim"

/** RFC 7643, 5. `at`: where SCIM is served. */
export function serviceProviderConfig(at: string) {
  return {
    schemas: [scimSchemas.serviceProviderConfig],
    documentationUri: "https://www.rfc-editor.org/rfc/rfc7644",
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: scimLimits.countAtMost },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer",
        description: `Authorization: Bearer <key>. Bodies are ${scimType}.`,
        specUri: "https://www.rfc-editor.org/rfc/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${at}/ServiceProviderConfig` },
  }
}

/** RFC 7643, 6. */
export function resourceTypes(at: string): Resource[] {
  const type = (name: string, endpoint: string, schema: string, description: string, more: string[]) => ({
    schemas: [scimSchemas.resourceType],
    id: name,
    name,
    endpoint,
    description,
    schema,
    ...(more.length > 0 && {
      schemaExtensions: more.map((each) => ({ schema: each, required: false })),
    }),
    meta: { resourceType: "ResourceType", location: `${at}/ResourceTypes/${name}` },
  })
  const { user, group, enterprise, userMore, groupMore, organisation } = scimSchemas
  return [
    type("User", "/Users", user, "People", [enterprise, userMore]),
    type("Group", "/Groups", group, "Departments, with those who work in them", [groupMore]),
    type("Organisation", "/Organisations", organisation, "Organisations", []),
  ]
}

interface Resource {
  readonly id: string
  readonly [name: string]: unknown
}

interface More {
  readonly type?: "string" | "boolean" | "complex" | "reference"
  readonly multiValued?: boolean
  readonly required?: boolean
  readonly caseExact?: boolean
  readonly mutability?: "readOnly" | "readWrite" | "immutable" | "writeOnly"
  readonly returned?: "never"
  readonly uniqueness?: "none" | "server" | "global"
  readonly referenceTypes?: readonly string[]
  readonly canonicalValues?: readonly string[]
  readonly subAttributes?: readonly object[]
}

/** RFC 7643, 7. */
function attribute(name: string, description: string, more: More = {}) {
  const { type = "string" } = more
  return {
    name,
    type,
    multiValued: false,
    description,
    required: false,
    ...(type !== "boolean" && type !== "complex" && { caseExact: type === "reference" }),
    mutability: "readOnly",
    returned: "default",
    ...(type !== "boolean" && { uniqueness: "none" }),
    ...more,
  }
}

const readWrite = { mutability: "readWrite" } as const
const reference = (...types: string[]) =>
  attribute("$ref", "Its address", { type: "reference", referenceTypes: types })
const named = (what: string, type: string) => [
  attribute("value", `Its id`, { caseExact: true }),
  reference(type),
  attribute("display", `Name of the ${what}`),
]

/** SSO-16: common clients can't be told to leave these out. */
const noEffect = "what a client sends is taken without effect"

/** RFC 7643, 7. Attributes of the core schemas that are not kept here are left out. */
export function schemas(at: string): Resource[] {
  const schema = (id: string, name: string, description: string, attributes: readonly object[]) => ({
    schemas: [scimSchemas.schema],
    id,
    name,
    description,
    attributes,
    meta: { resourceType: "Schema", location: `${at}/Schemas/${id}` },
  })
  return [
    schema(scimSchemas.user, "User", "A person", [
      attribute("userName", "Account; it is not changed any more", {
        required: true,
        mutability: "immutable",
        uniqueness: "server",
      }),
      attribute("name", "Name", {
        ...readWrite,
        type: "complex",
        subAttributes: [attribute("formatted", "The whole name", readWrite)],
      }),
      attribute("displayName", "The same as name.formatted", readWrite),
      attribute("password", `Nobody's is set by this; ${noEffect}`, {
        mutability: "writeOnly",
        returned: "never",
      }),
      attribute("title", `Post in the main department; ${noEffect}, posts are written in places`),
      attribute("active", "Whether they may sign in", { ...readWrite, type: "boolean" }),
      attribute("phoneNumbers", "Mobile phone, where the application may know it", {
        ...readWrite,
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", "11 digits", readWrite),
          attribute("type", "mobile", { ...readWrite, canonicalValues: ["mobile"] }),
          attribute("primary", "True", { ...readWrite, type: "boolean" }),
        ],
      }),
      attribute("emails", "Mail address, verified by nobody, where the application may know it", {
        ...readWrite,
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute(
            "value",
            "At most 254 characters; of several the primary one, the work one or the first",
            readWrite,
          ),
          attribute("type", "work", { ...readWrite, canonicalValues: ["work"] }),
          attribute("primary", "True", { ...readWrite, type: "boolean" }),
        ],
      }),
      attribute("groups", "Departments, the main one first", {
        type: "complex",
        multiValued: true,
        subAttributes: [
          ...named("department", "Group"),
          attribute("type", "direct", { canonicalValues: ["direct"] }),
        ],
      }),
      attribute("roles", "Roles that the organisation has given", {
        type: "complex",
        multiValued: true,
        subAttributes: [attribute("value", "Its id", { caseExact: true }), attribute("display", "Name")],
      }),
    ]),
    schema(scimSchemas.enterprise, "EnterpriseUser", "Where they work", [
      attribute("organization", `Name of the organisation; ${noEffect}`),
      attribute("department", `Name of the main department; ${noEffect}, departments are written in places`),
    ]),
    schema(scimSchemas.userMore, "UserMore", "Departments with posts", [
      attribute("organisation", "The organisation", {
        type: "complex",
        subAttributes: named("organisation", "Organisation"),
      }),
      attribute("places", "Departments with posts, all of them", {
        ...readWrite,
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", "Id of the department", { ...readWrite, caseExact: true, required: true }),
          reference("Group"),
          attribute("display", "Name of the department"),
          attribute("post", "Name of the post", readWrite),
          attribute("primary", "The main department", { ...readWrite, type: "boolean" }),
        ],
      }),
      attribute("administrator", "none, organisation, area or platform"),
    ]),
    schema(scimSchemas.group, "Group", "A department", [
      attribute("displayName", "Name", { ...readWrite, required: true }),
      attribute("members", "People who work in it", {
        ...readWrite,
        type: "complex",
        multiValued: true,
        subAttributes: [
          attribute("value", "Id of the person", { mutability: "immutable", caseExact: true }),
          reference("User"),
          attribute("display", "Name"),
          attribute("type", "User", { mutability: "immutable", canonicalValues: ["User"] }),
        ],
      }),
    ]),
    schema(scimSchemas.groupMore, "GroupMore", "Where a department stands", [
      attribute("organisation", "The organisation", {
        type: "complex",
        subAttributes: named("organisation", "Organisation"),
      }),
      attribute("parent", "The department above; none: directly below the organisation", {
        ...readWrite,
        type: "complex",
        subAttributes: [
          attribute("value", "Id of the department", { ...readWrite, caseExact: true }),
          reference("Group"),
          attribute("display", "Name"),
        ],
      }),
    ]),
    schema(scimSchemas.organisation, "Organisation", "An organisation", [
      attribute("displayName", "Name", { required: true }),
      attribute("kind", "What it is", {
        canonicalValues: ["platform", "bureau", "school", "enterprise"],
      }),
      attribute("active", "False: disabled", { type: "boolean" }),
    ]),
  ]
}

export function locationOf(at: string, type: "Users" | "Groups" | "Organisations", id: string): string {
  return `${at}/${type}/${id}`
}
