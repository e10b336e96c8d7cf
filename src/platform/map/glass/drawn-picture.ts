// A picture on the glass, laid by its corners: turned, stretched or leaning as they lie.
import { toGcj } from '../coordinates.ts'
import type { MapLayer } from '../map-port.ts'
import { showPicture } from '../picture-file.ts'
import { createSheet, type DrawnLayer, type Glass } from './drawn-layer.ts'
import { type Pixel, toPixel } from './frame.ts'

type Picture = Extract<MapLayer, { kind: 'picture' }>

/** Draws the part of an image between three of its corners; `turned`: the lower right corner instead of the upper left. */
function drawCorner(
  context: CanvasRenderingContext2D,
  image: ImageBitmap,
  [corner, across, down]: readonly [Pixel, Pixel, Pixel],
  turned: boolean,
): void {
  const { width, height } = image
  const sign = turned ? -1 : 1
  const [a, b] = [((across.x - corner.x) / width) * sign, ((across.y - corner.y) / width) * sign]
  const [c, d] = [((down.x - corner.x) / height) * sign, ((down.y - corner.y) / height) * sign]
  const [e, f] = turned
    ? [corner.x - a * width - c * height, corner.y - b * width - d * height]
    : [corner.x, corner.y]
  context.transform(a, b, c, d, e, f)
  context.drawImage(image, 0, 0)
}

/** Pixels between where the fourth corner is and where the three others put it. */
function lean([upperLeft, upperRight, lowerRight, lowerLeft]: readonly Pixel[]): number {
  if (!upperLeft || !upperRight || !lowerRight || !lowerLeft) return 0
  return Math.hypot(
    upperLeft.x + lowerRight.x - upperRight.x - lowerLeft.x,
    upperLeft.y + lowerRight.y - upperRight.y - lowerLeft.y,
  )
}

export function drawPicture(glass: Glass, id: string, layer: Picture): DrawnLayer<Picture> {
  const sheet = createSheet(glass)
  let { corners, opacity } = layer
  let url: string | undefined
  let image: ImageBitmap | undefined
  let drawing = false
  // As the console's own map has it: light lines on dark, a photo dimmed.
  const recolour = () => {
    const night = drawing ? 'invert(0.91) hue-rotate(180deg)' : 'brightness(0.65)'
    sheet.canvas.style.filter = glass.dark() ? night : ''
  }

  const picture = showPicture({
    authorization: glass.authorization,
    loaded: (loaded, drawn) => {
      image?.close()
      image = loaded
      drawing = drawn
      recolour()
      glass.redraw(id)
    },
    failed: () => glass.events.failed?.('tiles'),
  })
  const update = (next: Picture) => {
    ;({ corners, opacity } = next)
    if (next.url !== url) picture.show(next.url)
    url = next.url
  }
  update(layer)
  return {
    kind: 'picture',
    element: sheet.canvas,
    update,
    draw: frame => {
      const context = sheet.begin(frame)
      if (!context || !image) return
      const [first, second, third, fourth] = corners
      const pixel = (at: typeof first) => toPixel(frame, toGcj(at))
      const [upperLeft, upperRight] = [pixel(first), pixel(second)]
      const [lowerRight, lowerLeft] = [pixel(third), pixel(fourth)]
      context.globalAlpha = opacity
      const half = (clip: readonly Pixel[], from: readonly [Pixel, Pixel, Pixel], turned: boolean) => {
        if (!image) return
        context.save()
        context.beginPath()
        for (const { x, y } of clip) context.lineTo(x, y)
        context.clip()
        drawCorner(context, image, from, turned)
        context.restore()
      }
      // Four corners that no turning and stretching reaches are met by two halves along a diagonal.
      const all = [upperLeft, upperRight, lowerRight, lowerLeft]
      if (lean(all) < 1) half(all, [upperLeft, upperRight, lowerLeft], false)
      else {
        half([upperLeft, upperRight, lowerLeft], [upperLeft, upperRight, lowerLeft], false)
        half([upperRight, lowerRight, lowerLeft], [lowerRight, lowerLeft, upperRight], true)
      }
    },
    recolour,
    remove: () => {
      picture.stop()
      image?.close()
      sheet.canvas.remove()
    },
  }
}
