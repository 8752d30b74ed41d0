// Notices and news have text with structure, and pictures inside of it.
export { cleanHtml, isBlank, plainTextOf } from "./clean-html.ts"
export { linkPictures } from "./link-pictures.ts"
