/** What Swagger UI names in the one chunk that it is in (draw-calls.ts), each with why it does no harm. Not for any other file. */
const asked = "asked for before it is used"
const ownName = "a name of the library's own"
const styleName = "a name in React's list of styles"
const phoneOnly = "narrow screens; swagger-look.css says it by @media"

export const swaggerGaps: Readonly<Record<string, string>> = {
  SharedArrayBuffer: asked,
  Atomics: asked,
  "navigator.scheduling": asked,
  ".removeRange": asked,
  ".createScriptURL": asked,
  ".getAttributeType": asked,
  "regular expression: look-behind":
    "made at run time, inside of a try, for examples of texts with a pattern",
  ".ariaHidden": "of a copied text, for readers of the screen",
  ".ariaLabel": "of a copied text, for readers of the screen",
  ".escape": ownName,
  ".variants": ownName,
  ".component": ownName,
  '":highlight"': ownName,
  ".Iterator": ownName,
  ".randomUUID": ownName,
  ".scrollMargin": ownName,
  ".fullscreen": ownName,
  ".info": ownName,
  ".groupBy": ownName,
  CSSValueList: ownName,
  TouchList: ownName,
  dump: ownName,
  external: ownName,
  ML: ownName,
  fence: ownName,
  "{ aspectRatio: }": styleName,
  "{ boxFlex: }": styleName,
  "{ boxOrdinalGroup: }": styleName,
  "{ lineClamp: }": styleName,
  "{ userSelect: }": styleName,
  "@container": phoneOnly,
  container: phoneOnly,
  "container: inline-size": phoneOnly,
  ":has": "widths inside of tables",
  zoom: "for browsers of long ago",
  "rect()": "of `clip`, which every browser knows",
  "justify-content: start": "as in the absence of it",
}
