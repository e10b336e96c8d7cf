// Adverts on door units, as composition meets them.
export { createAdvertPart } from './advert-part.ts'
export { followCampaigns } from './targets.ts'
