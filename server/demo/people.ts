// Invented people: names, and telephone numbers that nobody has.
import type { Chance } from './random.ts'

const surnames = [...'王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗郑梁谢宋唐许邓韩冯曹彭曾肖田董潘袁蔡蒋余']
const given =
  '伟 芳 娜 敏 静 秀英 丽 强 磊 洋 艳 勇 军 杰 娟 涛 超 明 霞 平 建国 志强 桂英 玉兰 婷婷 浩然 子涵 雨桐 建华 晓东 海燕 春梅 国庆 文博 思远 佳怡 俊杰 欣怡 宇航 淑珍 丽华 家豪 立新 红梅 振华 雪梅 金龙 永康 晨曦 一诺'.split(
    ' ',
  )

export interface Human {
  name: string
  phone: string
}

/** A person; `serial` keeps the telephone numbers apart. */
export function human(chance: Chance, serial: number): Human {
  return {
    name: `${chance.pick(surnames)}${chance.pick(given)}`,
    phone: `1390000${String(serial % 10_000).padStart(4, '0')}`,
  }
}
