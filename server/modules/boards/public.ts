// What other rooms may take of boards: their tiles measured for whoever looks, such as a wall.
export { measureTiles } from './measure.ts'
