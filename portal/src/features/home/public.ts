// Features bring cards for the home page along.
export { audiences, homeCard, type CardContent } from "./home-card.ts"
