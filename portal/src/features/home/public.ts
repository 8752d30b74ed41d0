// Features declare cards of the home page.
export { audiences, homeCard, type CardContent } from "./home-card.ts"
