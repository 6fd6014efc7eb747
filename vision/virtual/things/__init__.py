"""Things on a table: cards, sheets and books, bodies, pieces of photographs."""
