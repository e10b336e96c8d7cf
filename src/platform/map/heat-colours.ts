// The colours of a heat layer, for the map and for the legend that explains them: from few to many.
export const heatColours = { few: '#f2cf5b', more: '#ff9f45', most: '#d92d35' } as const
