// Google's roads in the console's dark skin.

const of = (
  featureType: string | undefined,
  elementType: string,
  color: string,
): google.maps.MapTypeStyle => ({
  ...(featureType && { featureType }),
  elementType,
  stylers: [{ color }],
})

export const DARK_STYLE: google.maps.MapTypeStyle[] = [
  of(undefined, 'geometry', '#13253f'),
  of(undefined, 'labels.text.fill', '#9db3d3'),
  of(undefined, 'labels.text.stroke', '#0d1b30'),
  { elementType: 'labels.icon', stylers: [{ saturation: -60 }, { lightness: -30 }] },
  of('administrative', 'geometry.stroke', '#3a5580'),
  of('landscape.man_made', 'geometry', '#1a2f4e'),
  of('poi.park', 'geometry', '#12303b'),
  of('road', 'geometry.fill', '#2c4a74'),
  of('road', 'geometry.stroke', '#0d1b30'),
  of('transit.line', 'geometry', '#3a5580'),
  of('water', 'geometry', '#081221'),
]
