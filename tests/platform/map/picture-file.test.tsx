// Which pictures are drawings, and get light lines on a dark ground in the dark skin.
import { expect, test } from 'vitest'
import { isDrawing } from '../../../src/platform/map/picture-file.ts'

async function picture(draw: (context: CanvasRenderingContext2D) => void): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas')
  canvas.width = 120
  canvas.height = 80
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws nothing')
  draw(context)
  return createImageBitmap(canvas)
}

function lines(context: CanvasRenderingContext2D): void {
  context.strokeStyle = '#223'
  context.strokeRect(10, 10, 100, 60)
  context.strokeRect(10, 10, 40, 30)
}

test('lines on white paper, and lines on nothing, are a drawing', async () => {
  const onPaper = await picture(context => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 120, 80)
    lines(context)
  })
  expect(isDrawing(onPaper)).toBe(true)
  expect(isDrawing(await picture(lines))).toBe(true)
})

test('a photo from above is none, with a white roof in it too', async () => {
  const photo = await picture(context => {
    const ground = context.createLinearGradient(0, 0, 120, 80)
    ground.addColorStop(0, '#4a6b3a')
    ground.addColorStop(1, '#8a7f6b')
    context.fillStyle = ground
    context.fillRect(0, 0, 120, 80)
    context.fillStyle = '#fff'
    context.fillRect(20, 20, 40, 30)
  })
  expect(isDrawing(photo)).toBe(false)
})
