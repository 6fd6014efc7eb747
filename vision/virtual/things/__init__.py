"""What lies on a table: cards, sheets and books, bodies, pieces of photographs."""
