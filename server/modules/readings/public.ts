// Readings as other modules meet them: how long the packed pieces are.
