// Plans of the demo, drawn here: a floor with two corridors, and three sites. No letters: fonts differ from machine to machine.
import sharp from 'sharp'
import { roomMiddle } from '../simulator/indoor-walk.ts'

const WALL = '#3b4757'
const PALE = '#f7f8fa'

const rect = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`
const line = (x1: number, y1: number, x2: number, y2: number, width = 6, colour = WALL) =>
  `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="${colour}" stroke-width="${width}"/>`

/** A floor of 60 × 40 m, twenty pixels a metre: rooms below and above two corridors, stairs and lifts in the middle. */
export function floorSvg(tint: string): string {
  const [width, height] = [1200, 800]
  // From above: rooms to 270, corridor to 370, the core to 430, corridor to 530, rooms.
  const walls = [270, 530]
  const parts = [rect(0, 0, width, height, PALE), rect(20, 20, 1160, 760, '#ffffff')]
  for (let room = 0; room < 6; room++) {
    const middle = roomMiddle(room) * width
    const left = Math.max(20, middle - 100)
    const fill = room % 2 === 0 ? tint : '#ffffff'
    parts.push(rect(left, 20, Math.min(1180, middle + 100) - left, 250, fill))
    parts.push(rect(left, 530, Math.min(1180, middle + 100) - left, 250, fill))
    // Desks and shelves.
    parts.push(rect(middle - 70, 60, 50, 26, '#d5dbe4'), rect(middle + 20, 60, 50, 26, '#d5dbe4'))
    parts.push(rect(middle - 70, 700, 50, 26, '#d5dbe4'), rect(middle + 20, 700, 50, 26, '#d5dbe4'))
  }
  for (let wall = 1; wall < 6; wall++) {
    const x = wall * 200
    parts.push(line(x, 20, x, 270), line(x, 530, x, 780))
  }
  for (const y of walls)
    for (let room = 0; room < 6; room++) {
      const middle = roomMiddle(room) * width
      const [left, right] = [room === 0 ? 20 : middle - 100, room === 5 ? 1180 : middle + 100]
      // A door of 1.6 m in the middle of each room, with its leaf.
      parts.push(line(left, y, middle - 16, y), line(middle + 16, y, right, y))
      const into = y === 270 ? -30 : 30
      parts.push(
        `<path d="M${middle - 16} ${y}v${into}A30 30 0 0 ${into < 0 ? 1 : 0} ${middle + 16} ${y}" fill="none" stroke="#9aa6b6" stroke-width="2"/>`,
      )
    }
  parts.push(...core(240), ...core(840))
  parts.push(
    `<rect x="20" y="20" width="1160" height="760" fill="none" stroke="${WALL}" stroke-width="12"/>`,
    // The ways in.
    rect(14, 380, 12, 40, '#ffffff'),
    rect(1174, 380, 12, 40, '#ffffff'),
  )
  return picture(width, height, parts)
}

/** Stairs and two lifts between the corridors. */
function core(x: number): string[] {
  const parts = [rect(x, 372, 220, 56, '#e3e8ef', `stroke="${WALL}" stroke-width="4"`)]
  for (let step = 1; step < 9; step++) parts.push(line(x + step * 12, 372, x + step * 12, 428, 2, '#9aa6b6'))
  for (const lift of [x + 120, x + 170])
    parts.push(
      rect(lift, 380, 40, 40, '#ffffff', 'stroke="#3b4757" stroke-width="3"'),
      line(lift, 380, lift + 40, 420, 2),
      line(lift + 40, 380, lift, 420, 2),
    )
  return parts
}

/** A building site of 320 × 220 m: two towers, cranes with their reach, the pit, huts and the road around. */
export function buildingSiteSvg(): string {
  const [width, height] = [1280, 880]
  const parts = [
    rect(0, 0, width, height, '#e9e4d8'),
    `<path d="M40 840V60H1240V840Z" fill="none" stroke="#c9bfa9" stroke-width="44" stroke-linejoin="round"/>`,
    rect(230, 200, 300, 240, '#c8d3e0', `stroke="${WALL}" stroke-width="6"`),
    rect(740, 200, 300, 240, '#c8d3e0', `stroke="${WALL}" stroke-width="6"`),
    rect(430, 560, 420, 200, '#d9c7a7', 'stroke="#a98d5d" stroke-width="5" stroke-dasharray="18 12"'),
  ]
  for (const x of [380, 890])
    parts.push(
      `<circle cx="${x}" cy="320" r="190" fill="none" stroke="#d18a2f" stroke-width="4" stroke-dasharray="14 12"/>`,
      line(x - 40, 320, x + 180, 320, 8, '#d18a2f'),
      rect(x - 12, 308, 24, 24, '#d18a2f'),
    )
  for (let hut = 0; hut < 6; hut++)
    parts.push(
      rect(
        110 + (hut % 3) * 84,
        620 + Math.floor(hut / 3) * 70,
        70,
        48,
        '#9fc1a8',
        `stroke="${WALL}" stroke-width="3"`,
      ),
    )
  for (let pile = 0; pile < 4; pile++)
    parts.push(
      rect(
        940 + (pile % 2) * 120,
        600 + Math.floor(pile / 2) * 90,
        96,
        60,
        '#bfa98a',
        `stroke="${WALL}" stroke-width="2"`,
      ),
    )
  return picture(width, height, parts)
}

/** A school of 320 × 220 m: buildings around lawns, a running track, paths. */
export function campusSvg(): string {
  const [width, height] = [1280, 880]
  const building = (x: number, y: number, wide: number, high: number) =>
    rect(x, y, wide, high, '#d8cfc4', `stroke="${WALL}" stroke-width="5"`)
  const parts = [
    rect(0, 0, width, height, '#dfead8'),
    `<path d="M640 0V880M0 430H1280M200 430V120H1080V430" fill="none" stroke="#f4f1ea" stroke-width="34"/>`,
    building(120, 180, 260, 110),
    building(460, 180, 130, 180),
    building(700, 180, 150, 180),
    building(930, 180, 230, 110),
    building(90, 560, 150, 230),
    building(300, 560, 150, 230),
    `<rect x="740" y="520" width="440" height="270" rx="135" fill="#c9705a" stroke="#a8523e" stroke-width="4"/>`,
    `<rect x="800" y="575" width="320" height="160" rx="80" fill="#8fbf7f" stroke="#ffffff" stroke-width="4"/>`,
    `<path d="M960 575V735" stroke="#ffffff" stroke-width="4"/><circle cx="960" cy="655" r="28" fill="none" stroke="#ffffff" stroke-width="4"/>`,
  ]
  for (let tree = 0; tree < 22; tree++)
    parts.push(`<circle cx="${40 + tree * 57}" cy="${tree % 2 === 0 ? 60 : 470}" r="15" fill="#7fb076"/>`)
  return picture(width, height, parts)
}

/** A housing estate of 360 × 320 m: eight blocks in two rows around a garden, a ring road, parking, gates. */
export function estateSvg(): string {
  const [width, height] = [1440, 1280]
  const [lawn, road, path] = ['#dbe8d3', '#f3f0e9', '#efe9da']
  // The blocks stand where the devices of the demo are: 70 m apart, two rows of 80 m.
  const columns = [300, 580, 860, 1140]
  const rows = [480, 800]
  const parts = [
    rect(0, 0, width, height, lawn),
    `<rect x="30" y="30" width="1380" height="1220" rx="24" fill="none" stroke="#b9c4ae" stroke-width="8"/>`,
    `<rect x="130" y="340" width="1180" height="600" rx="60" fill="none" stroke="${road}" stroke-width="36"/>`,
    // From the ring to the gates in the east, the south and the north.
    `<path d="M1310 640H1440M720 940V1280M720 340V0" fill="none" stroke="${road}" stroke-width="40"/>`,
    rect(1404, 610, 16, 60, WALL),
    rect(690, 1244, 60, 16, WALL),
    rect(690, 20, 60, 16, WALL),
    // Paths between the blocks.
    ...columns.map(x => line(x, 524, x, 756, 10, path)),
    line(148, 640, 1292, 640, 14, path),
  ]
  for (const [row, y] of rows.entries())
    for (const x of columns)
      parts.push(
        rect(
          x - 88,
          y - 48,
          176,
          96,
          row === 0 ? '#d9d2c6' : '#d3d6dc',
          `rx="4" stroke="${WALL}" stroke-width="4"`,
        ),
        // Two stairwells a block, and the way in.
        rect(x - 52, y - 14, 24, 28, '#bfc5cf'),
        rect(x + 28, y - 14, 24, 28, '#bfc5cf'),
        rect(x - 16, row === 0 ? y + 44 : y - 56, 32, 12, path),
      )
  parts.push(
    // The garden with its pond and the playground.
    `<rect x="620" y="566" width="200" height="148" rx="74" fill="#c3ddb6"/>`,
    `<ellipse cx="690" cy="640" rx="42" ry="30" fill="#b4d3e6"/>`,
    `<circle cx="772" cy="640" r="26" fill="#ecd9a8"/>`,
    // Canteen in the south-west, care centre in the north-west.
    rect(190, 1030, 240, 110, '#e0cdb8', `rx="4" stroke="${WALL}" stroke-width="4"`),
    rect(180, 140, 220, 110, '#d8cfdf', `rx="4" stroke="${WALL}" stroke-width="4"`),
    rect(900, 1020, 380, 140, '#dfe2e6'),
  )
  for (let bay = 0; bay <= 12; bay++) {
    const x = 908 + bay * 30
    parts.push(line(x, 1024, x, 1076, 3, '#ffffff'), line(x, 1104, x, 1156, 3, '#ffffff'))
  }
  for (let tree = 0; tree < 20; tree++)
    for (const y of [86, 1196])
      if (Math.abs(78 + tree * 68 - 720) > 40)
        parts.push(`<circle cx="${78 + tree * 68}" cy="${y}" r="${14 + (tree % 3) * 3}" fill="#a9cb9b"/>`)
  return picture(width, height, parts)
}

const picture = (width: number, height: number, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`

/** As an upload would be kept. */
export const drawn = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).webp({ quality: 88 }).toBuffer()
